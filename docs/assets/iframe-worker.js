/* A browser refuses a worker to a page that it opened from a disk. There the search's worker runs in a hidden frame, which
   gets the same messages. The file's name tells the offline plugin that it need not load a script from elsewhere. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      this.started = new Promise((resolve) => frame.addEventListener("load", () => resolve(this.start(frame, url)), { once: true }));
      document.body.append(frame);
    }

    /* Gives the frame what the script of a worker expects, runs the script, and returns the frame's window. */
    start(frame, url) {
      const scope = frame.contentWindow;
      scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = frame.contentDocument.createElement("script");
      script.src = url;
      return new Promise((resolve) => {
        script.addEventListener("load", () => resolve(scope));
        frame.contentDocument.head.append(script);
      });
    }

    postMessage(data) {
      this.started.then((scope) => scope.dispatchEvent(new scope.MessageEvent("message", { data })));
    }
  };
}
