"use strict";
/* A state with undo, kept by the browser, saved as a file and loaded again. */
const form = {
  data: page.data(),

  /** The text of a key in the form's language, {names} in it replaced by values. */
  say(key, values = {}) {
    return form.data.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  },

  /** Steps that can be undone; thousands of states of a large form would fill the memory. */
  STEPS: 500,

  /** States are values that nobody changes; `show(state, moved)` draws one, `moved` by undo, redo or `look`. */
  history(first, show) {
    let [state, past, future] = [first, [], []];
    const move = (from, to) => {
      if (!from.length) return false;
      to.push(state);
      state = from.pop();
      form.settle();
      show(state, true);
      return true;
    };
    return {
      get state() { return state; },
      get canUndo() { return past.length > 0; },
      get canRedo() { return future.length > 0; },
      /** A change. */
      put(next) {
        past.push(state);
        if (past.length > form.STEPS) past.shift();
        [state, future] = [next, []];
        form.settle();
        show(state, false);
      },
      /** A change of view, which undo passes over. */
      look(next) {
        state = next;
        form.settle();
        show(state, true);
      },
      undo: () => move(past, future),
      redo: () => move(future, past),
    };
  },

  /** Stores a state in the browser under a key; warns if the browser refuses, and if two windows store it. */
  keeper(key) {
    let kept = true;
    window.addEventListener("storage", (event) => {
      if (event.key === key) form.notify(form.say("other_window"), true);
    });
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

  /** Downloads a file. */
  download(name, data) {
    const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1) + "\n"], {type: "application/json"}));
    page.element("a", {href: address, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  },

  /** Returns a file name that is valid on every operating system. */
  fileName(...parts) {
    const words = parts.map((part) => part.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, ""));
    return `${words.filter(Boolean).join("-")}.json`;
  },

  /** Undo, redo, save, load, by buttons and keys; `used(data)` takes a file's data, or throws an error. */
  tools(history, save, used) {
    const undo = () => history.undo() || page.announce(form.say("nothing_to_undo"));
    const redo = () => history.redo() || page.announce(form.say("nothing_to_redo"));
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
        form.notify(form.say("not_loaded", {file: file.name, reason: error.message}));
      }
    });
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      // The field of the name has an undo of its own.
      const own = event.target.id !== "annotator";
      const run = key === "s" ? save : own && key === "z" && !event.shiftKey ? undo : own && /[yz]/.test(key) ? redo : null;
      if (run) {
        event.preventDefault();
        run();
      }
    });
  },

  /** Shows a message, also to screen readers, until the next message, change or move; with `stays` until the next message. */
  notify(text, stays = false) {
    const message = page.byId("message");
    message.hidden = !text;
    message.textContent = text;
    message.toggleAttribute("data-stays", stays);
  },

  /** Removes a message that a change or a move makes stale, such as how much is left. */
  settle() {
    if (!page.byId("message").hasAttribute("data-stays")) form.notify("");
  },

  /** Returns the annotator's name; without one asks for it and returns "". */
  askName(annotator) {
    const name = annotator.trim();
    if (!name) {
      form.notify(form.say("fill_in_name"));
      page.byId("annotator").focus();
    }
    return name;
  },

  /**
   * The list of tasks by their `texts`; `draw(states, current)`, a state being of STATES. Tab stops
   * at the current one alone, and the arrow keys move, for there may be thousands.
   */
  list(texts, go) {
    const rows = texts.map((text, index) => {
      const mark = page.element("span", {class: "state", "aria-hidden": "true"});
      const status = page.element("span", {class: "unseen"});
      const button = page.element("button", {type: "button", onclick: () => go(index)}, mark, status, page.element("span", {dir: "auto"}, text));
      return {button, mark, status, drawn: null};
    });
    page.byId("todo").append(page.element("ol", {}, ...rows.map(({button}) => page.element("li", {}, button))));
    page.byId("todo").addEventListener("keydown", (event) => {
      const step = event.altKey ? undefined : {ArrowDown: 1, ArrowUp: -1}[event.key];
      const at = rows.findIndex(({button}) => button === event.target);
      if (!step || at < 0) return;
      event.preventDefault();
      rows[at + step]?.button.focus();
    });
    return (states, current) => states.forEach((state, index) => {
      const [row, drawn] = [rows[index], `${state} ${index === current}`];
      if (row.drawn === drawn) return;
      row.drawn = drawn;
      row.mark.textContent = form.STATES[state];
      row.mark.classList.toggle("is-done", state === "done");
      row.status.textContent = `${form.say(state)}: `;
      row.button.setAttribute("aria-current", index === current);
      row.button.tabIndex = index === current ? 0 : -1;
      if (index === current) row.button.scrollIntoView({block: "nearest", behavior: "instant"});
    });
  },

  STATES: {"to do": "○", begun: "◐", done: "✓"},

  progress(done, all) {
    page.byId("progress").max = all;
    page.byId("progress").value = done;
    page.byId("progress-text").textContent = form.say("progress", {done, all});
  },

  buttons(history) {
    page.byId("undo").disabled = !history.canUndo;
    page.byId("redo").disabled = !history.canRedo;
  },

  /** Asks before leaving a page with work that is neither stored nor saved. */
  guard(unsaved) {
    window.addEventListener("beforeunload", (event) => {
      if (unsaved()) event.preventDefault();
    });
  },
};
