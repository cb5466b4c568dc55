// Sets every formula of a page with KaTeX. In the pages `\v x` is a vector or matrix, `\T` transposed, `\w` a skew matrix.
document.addEventListener("DOMContentLoaded", () => {
  const macros = { "\\v": "\\mathbf{#1}", "\\T": "^{\\mathsf{T}}", "\\w": "\\tilde{\\mathbf{#1}}", "\\om": "\\boldsymbol{\\omega}" };
  for (const place of document.querySelectorAll(".arithmatex")) {
    const text = place.textContent.trim();
    const displayMode = text.startsWith("\\[");
    katex.render(text.slice(2, -2), place, { displayMode, macros: { ...macros }, throwOnError: false });
  }
});
