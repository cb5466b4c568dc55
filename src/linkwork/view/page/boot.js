/* A page that is served: the viewer lives over the websocket of its own server, with the token of its own address. */
LinkworkViewer.player = LinkworkViewer.mount(document.getElementById("linkwork"), null, {
  link: `/live${location.search}`,
});
