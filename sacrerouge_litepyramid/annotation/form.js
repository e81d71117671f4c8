"use strict";
/* What the annotation forms share: a state with undo, kept by the browser, saved as a file and loaded again. */
const form = {
  /** States are values that nobody changes; `show(state, moved)` draws one, `moved` by undo, redo or `look`. */
  history(first, show) {
    let [state, past, future, group] = [first, [], [], null];
    const move = (from, to) => {
      if (!from.length) return false;
      to.push(state);
      [state, group] = [from.pop(), null];
      show(state, true);
      return true;
    };
    return {
      get state() { return state; },
      get canUndo() { return past.length > 0; },
      get canRedo() { return future.length > 0; },
      /** A change; changes of the same `own` group that follow each other are undone at once. */
      put(next, own = null) {
        if (own === null || own !== group) past.push(state);
        [state, group, future] = [next, own, []];
        show(state, false);
      },
      /** What is nothing to undo: where one looks. */
      look(next) {
        [state, group] = [next, null];
        show(state, true);
      },
      undo: () => move(past, future),
      redo: () => move(future, past),
    };
  },

  /** Keeps a state in the browser under a key; tells once where the browser refuses. */
  keeper(key) {
    let kept = true;
    return {
      read() {
        try {
          return JSON.parse(page.stored(key));
        } catch {
          return null;
        }
      },
      write(data) {
        kept = page.store(key, JSON.stringify(data));
        page.byId("unkept").hidden = kept;
      },
      get kept() { return kept; },
    };
  },

  /** Hands a file to the browser's downloads. */
  download(name, data) {
    const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1) + "\n"], {type: "application/json"}));
    page.element("a", {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  },

  /** A name that every system takes for a file. */
  fileName(...parts) {
    const words = parts.map((part) => part.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, ""));
    return `${words.filter(Boolean).join("-")}.json`;
  },

  /** Undo, redo, save, load, by buttons and keys; `used(data)` takes what a file holds, or throws what is wrong. */
  tools(history, save, used) {
    const undo = () => history.undo() || page.announce("Nothing to undo.");
    const redo = () => history.redo() || page.announce("Nothing to redo.");
    page.byId("undo").addEventListener("click", undo);
    page.byId("redo").addEventListener("click", redo);
    page.byId("save").addEventListener("click", save);
    page.byId("load").addEventListener("click", () => page.byId("file").click());
    page.byId("file").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (!file) return;
      try {
        used(JSON.parse(await file.text()));
      } catch (error) {
        form.tell(`${file.name} was not loaded: ${error.message}`);
      }
    });
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const run = key === "z" && !event.shiftKey ? undo : key === "y" || key === "z" ? redo : key === "s" ? save : null;
      if (run) {
        event.preventDefault();
        run();
      }
    });
  },

  /** A message that stays until the next one; also said to screen readers. */
  tell(text) {
    page.byId("told").hidden = !text;
    page.byId("told").textContent = text;
  },

  progress(done, all, what) {
    page.byId("progress").max = all;
    page.byId("progress").value = done;
    page.byId("progress-text").textContent = `${done} of ${all} ${what}`;
  },

  buttons(history) {
    page.byId("undo").disabled = !history.canUndo;
    page.byId("redo").disabled = !history.canRedo;
  },

  /** Asks before a page is left whose work the browser does not keep and nobody saved. */
  guard(unsaved) {
    window.addEventListener("beforeunload", (event) => {
      if (unsaved()) event.preventDefault();
    });
  },
};
