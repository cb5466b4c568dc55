/* A page that is served: what the server shows is drawn. */
(function (viewer) {
  "use strict";

  const root = document.getElementById("linkwork");
  const token = new URLSearchParams(location.search).get("token") || "";
  const socket = new WebSocket(`ws://${location.host}/live?token=${encodeURIComponent(token)}`);
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type !== "model") return;
    root.replaceChildren();
    viewer.mount(root, message.payload);
  };
})(window.LinkworkViewer);
