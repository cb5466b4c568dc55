/* The websocket to the server that serves the page: opened again when it breaks. */
(function (viewer) {
  "use strict";

  const FIRST = 300,
    LONGEST = 4000,
    REFUSED = 4403,
    FULL = 1013,
    SLOWLY = 15000;

  class Link {
    /* `hears` are {message(value), state("open" | "gone" | "full" | "refused", reason)}; `address` may be a path of
       this host. */
    constructor(address, hears) {
      this.address = new URL(address, location.href);
      this.address.protocol = this.address.protocol.replace("http", "ws");
      this.hears = hears;
      this.wait = FIRST;
      this.ended = false;
      this.open();
    }

    open() {
      const socket = new WebSocket(this.address.href);
      this.socket = socket;
      socket.addEventListener("open", () => {
        this.wait = FIRST;
        this.hears.state("open");
      });
      socket.addEventListener("message", (event) => this.hears.message(JSON.parse(event.data)));
      socket.addEventListener("close", (event) => this.closed(event.code, event.reason));
    }

    closed(code, reason) {
      if (this.ended) return;
      if (code === REFUSED) {
        this.hears.state("refused");
        return;
      }
      const full = code === FULL;
      this.hears.state(full ? "full" : "gone", reason);
      this.timer = setTimeout(() => this.open(), full ? SLOWLY : this.wait);
      this.wait = Math.min(LONGEST, this.wait * 1.7);
    }

    /* Whether it went out. */
    send(message) {
      if (this.socket.readyState !== WebSocket.OPEN) return false;
      this.socket.send(JSON.stringify(message));
      return true;
    }

    dispose() {
      this.ended = true;
      clearTimeout(this.timer);
      this.socket.close();
    }
  }

  /* Messages of which only the latest counts: one is under way at a time, what comes meanwhile waits and is merged. */
  class Flight {
    constructor(send, merge, patience = 3000) {
      this.send = send;
      this.merge = merge;
      this.patience = patience;
      this.seq = 0;
      this.flying = null;
      this.waiting = null;
    }

    put(message) {
      this.waiting = this.waiting ? this.merge(this.waiting, message) : message;
      this.pump();
    }

    pump() {
      if (this.flying !== null || !this.waiting) return;
      const message = { ...this.waiting, seq: (this.seq += 1) };
      this.waiting = null;
      if (!this.send(message)) return;
      this.flying = this.seq;
      this.timer = setTimeout(() => this.answered(), this.patience);
    }

    /* Send what waits at once, so that what is said next comes after it. */
    flush() {
      if (!this.waiting) return;
      clearTimeout(this.timer);
      this.flying = null;
      this.pump();
    }

    /* The answer to a message has come, or all hope is given up. */
    answered(seq = this.flying) {
      if (this.flying === null || seq === null || seq < this.flying) return;
      clearTimeout(this.timer);
      this.flying = null;
      this.pump();
    }

    reset() {
      clearTimeout(this.timer);
      this.flying = null;
      this.waiting = null;
    }
  }

  viewer.Link = Link;
  viewer.Flight = Flight;
})(window.LinkworkViewer);
