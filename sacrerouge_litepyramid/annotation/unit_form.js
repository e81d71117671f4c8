"use strict";
/*
 * The form for SCUs. Its state: {sentences: [{units: [{text, also, suggestion}], nothing, rejected}], current, annotator}; a
 * unit's `suggestion` is the text that it was made from, or null, and `rejected` lists texts of suggestions.
 */
(() => {
  const {data: plan, say} = form;
  const place = (sentence) => JSON.stringify([sentence.instance_id, sentence.reference, sentence.sentence]);
  const empty = {text: "", also: [], suggestion: null};
  const blank = {units: [empty], nothing: false, rejected: []};
  const keeper = form.keeper(`litepyramid-units-${plan.plan}`);
  const drawn = {shape: null, saved: true};

  const isDone = (sentence) => sentence.nothing || sentence.units.some((unit) => unit.text.trim());
  const numberDone = (state) => state.sentences.filter(isDone).length;
  const boxes = () => [...page.byId("units").querySelectorAll("textarea")];
  const focusUnit = (number) => boxes()[Math.min(number, boxes().length - 1)]?.focus();

  const drawList = form.list(plan.sentences.map(({text, instance_id: group}) => ({text, group})), (index) => go(index));

  // ---- changes ----
  const history = form.history(kept() ?? {sentences: plan.sentences.map(() => blank), current: 0, annotator: ""}, show);
  const now = () => history.state.sentences[history.state.current];

  function kept() {
    const state = keeper.read();
    const whole = (sentence) => sentence?.units?.length && Array.isArray(sentence.rejected)
      && sentence.units.every(({text, also}) => also && typeof text === "string");
    if (state?.sentences?.length !== plan.sentences.length || !state.sentences.every(whole)) return null;
    if (!plan.sentences[state.current]) return null;
    if (numberDone(state)) form.notify(say("restored"));
    return state;
  }

  function change(sentence, group = null) {
    const {state} = history;
    history.put({...state, sentences: state.sentences.with(state.current, sentence)}, group);
  }

  function write(number, unit, group = null) {
    change({...now(), units: now().units.with(number, {...now().units[number], ...unit})}, group);
  }

  function add(after) {
    change({...now(), units: now().units.toSpliced(after + 1, 0, empty), nothing: false});
    focusUnit(after + 1);
  }

  function remove(number) {
    const units = now().units.toSpliced(number, 1);
    change({...now(), units: units.length ? units : blank.units});
    drawAll(history.state);
    focusUnit(Math.max(0, number - 1));
    page.announce(say("removed", {number: number + 1}));
  }

  // ---- suggestions ----
  const tidy = (text) => text.trim().replace(/\s+/g, " ");
  const originOf = ({text, suggestion}) => suggestion === null ? "own" : tidy(text) === tidy(suggestion) ? "accepted" : "edited";

  function outcomeOf(sentence, suggestion) {
    const taken = sentence.units.find((unit) => unit.suggestion === suggestion && unit.text.trim());
    return taken ? originOf(taken) : sentence.rejected.includes(suggestion) ? "rejected" : "open";
  }

  /** Adds a suggestion as a unit, in place of the first empty one if any, and returns the unit's number. */
  function take(suggestion) {
    const {units, rejected} = now();
    const free = units.findIndex((unit) => !unit.text.trim());
    const number = free < 0 ? units.length : free;
    const taken = units.toSpliced(number, free < 0 ? 0 : 1, {...empty, text: suggestion, suggestion});
    change({units: taken, nothing: false, rejected: rejected.filter((other) => other !== suggestion)});
    drawAll(history.state);
    return number;
  }

  function accept(suggestion) {
    const number = take(suggestion);
    page.announce(say("accepted_as", {number: number + 1}));
    focusSuggestion();
  }

  function edit(suggestion) {
    const number = take(suggestion);
    focusUnit(number);
    boxes()[number].setSelectionRange(suggestion.length, suggestion.length);
  }

  function reject(suggestion) {
    const {rejected} = now();
    const again = rejected.includes(suggestion);
    change({...now(), rejected: again ? rejected.filter((other) => other !== suggestion) : [...rejected, suggestion]});
    page.announce(say(again ? "no_longer_rejected" : "rejected_now"));
    focusSuggestion();
  }

  const openSuggestions = () => plan.sentences[history.state.current].suggestions.filter((suggestion) => outcomeOf(now(), suggestion) === "open");

  /** Focuses the first open suggestion, else the last unit. */
  function focusSuggestion() {
    const open = page.byId("suggestions").querySelector("li[data-outcome=open] button");
    if (open) open.focus();
    else focusUnit(now().units.length);
  }

  function go(to) {
    if (to < 0 || to >= plan.sentences.length) {
      if (to > 0 && numberDone(history.state) === plan.sentences.length) form.notify(say("all_done", {file: fileOf(history.state)}));
      else page.announce(say(to < 0 ? "first" : "last"));
      return;
    }
    history.look({...history.state, current: to});
    focusUnit(0);
  }

  // ---- files ----
  const fileOf = ({annotator}) => form.fileName("units", plan.plan, annotator.trim() || "NAME");

  function save() {
    const {state} = history;
    const annotator = form.askName(state.annotator);
    if (!annotator) return;
    const name = fileOf(state);
    const {format, version} = plan;
    form.download(name, {format, version, plan: plan.plan, annotator, sentences: state.sentences.map(savedOf)});
    drawn.saved = true;
    const left = plan.sentences.length - numberDone(state);
    form.notify(`${say("saved", {file: name})} ${left ? say("left", {left, all: plan.sentences.length}) : say("send", {file: name})}`);
  }

  function savedOf(sentence, index) {
    const {suggestions, ...planned} = plan.sentences[index];
    const written = sentence.units.filter((unit) => unit.text.trim());
    return {
      ...planned,
      units: written.map((unit) => ({...unit, origin: originOf(unit)})),
      nothing: sentence.nothing,
      suggestions: suggestions.map((text) => ({text, outcome: outcomeOf(sentence, text)})),
    };
  }

  function load(data) {
    if (data?.format !== plan.format || !Array.isArray(data.sentences)) throw Error(say("not_a_saved_form"));
    const known = new Map(plan.sentences.map((sentence, index) => [place(sentence), index]));
    let [sentences, loaded, strange] = [history.state.sentences, 0, 0];
    for (const given of data.sentences) {
      const index = known.get(place(given));
      if (index === undefined || plan.sentences[index].text !== given.text || !Array.isArray(given.units)) strange += 1;
      else if (isDone(given)) [sentences, loaded] = [sentences.with(index, sentenceOf(given)), loaded + 1];
    }
    history.put({...history.state, sentences, annotator: String(data.annotator || history.state.annotator)});
    drawAll(history.state);
    form.notify(say("loaded", {count: loaded}) + (strange ? ` ${say("ignored", {count: strange})}` : ""));
  }

  function sentenceOf({units, nothing, suggestions}) {
    const taken = units.map(({text, also, suggestion}) => (
      {text: String(text), also: (also ?? []).map(Number), suggestion: typeof suggestion === "string" ? suggestion : null}));
    const rejected = (suggestions ?? []).filter(({outcome}) => outcome === "rejected").map(({text}) => String(text));
    return {units: taken.length ? taken : blank.units, nothing: nothing === true, rejected};
  }

  // ---- drawing ----
  function show(state, moved) {
    const sentence = state.sentences[state.current];
    const shape = [state.current, sentence.units.length, sentence.nothing].join();
    if (moved || shape !== drawn.shape) drawAll(state);
    drawHints(sentence);
    drawSuggestions(sentence, plan.sentences[state.current].suggestions);
    drawList(state.sentences.map((sentence) => (isDone(sentence) ? "done" : "to do")), state.current);
    form.progress(numberDone(state), plan.sentences.length);
    form.buttons(history);
    drawn.saved = false;
    keeper.write(state);
  }

  function drawAll(state) {
    const [sentence, planned] = [state.sentences[state.current], plan.sentences[state.current]];
    drawn.shape = [state.current, sentence.units.length, sentence.nothing].join();
    page.byId("task-title").textContent = say("task", {number: state.current + 1, all: plan.sentences.length});
    page.byId("references").replaceChildren(...drawReferences(planned));
    const others = plan.references[planned.instance_id].map((_, index) => index).filter((index) => index !== planned.reference);
    page.byId("also-guide").hidden = !others.length;
    page.byId("units").replaceChildren(...sentence.units.map((unit, number) => drawUnit(unit, number, others)));
    page.byId("units").hidden = sentence.nothing;
    page.byId("nothing").checked = sentence.nothing;
    page.byId("previous").disabled = state.current === 0;
    page.byId("next").disabled = state.current === plan.sentences.length - 1;
    if (page.byId("annotator").value !== state.annotator) page.byId("annotator").value = state.annotator;
    if (document.activeElement === document.body) focusUnit(sentence.units.length);
  }

  function drawReferences(planned) {
    const references = plan.references[planned.instance_id];
    return references.map((sentences, index) => {
      const parts = sentences.flatMap(({sentence, text}) => {
        const own = index === planned.reference && sentence === planned.sentence;
        return [own ? page.element("mark", {id: "highlighted"}, text) : text, " "];
      });
      const title = say(references.length > 1 ? "numbered_reference" : "reference", {number: index + 1, document: planned.instance_id});
      return page.element("div", {class: "reference"}, page.element("p", {class: "quiet"}, title), page.element("p", {class: "text", dir: "auto"}, parts));
    });
  }

  function drawUnit(unit, number, others) {
    const label = say("unit", {number: number + 1});
    const box = page.element("textarea", {
      rows: 1, dir: "auto", "aria-label": label, "aria-describedby": `hint-${number}`, placeholder: number ? "" : say("placeholder"),
      oninput: (event) => {
        const text = event.target.value.replace(/\n/g, " ");
        write(number, text.trim() ? {text} : {text, suggestion: null}, `${history.state.current} ${number} ${text.trim().split(/\s+/).length}`);
      },
      onkeydown: (event) => typed(event, number),
    });
    box.value = unit.text;
    const also = others.map((index) => page.element("label", {}, page.element("input", {
      type: "checkbox", checked: unit.also.includes(index), "aria-label": say("is_also_in", {unit: label, number: index + 1}),
      onchange: (event) => {
        const rest = now().units[number].also.filter((other) => other !== index);
        write(number, {also: event.target.checked ? [...rest, index].sort() : rest});
      },
    }), say("also_in", {number: index + 1})));
    return page.element("li", {class: "unit"},
      page.element("span", {class: "number quiet", "aria-hidden": "true"}, `${number + 1}.`), box,
      page.element("span", {class: "also"}, also),
      page.element("button", {type: "button", "aria-label": say("remove_unit", {number: number + 1}), title: say("remove"), onclick: () => remove(number)}, "✕"),
      page.element("p", {class: "hint", id: `hint-${number}`, hidden: true}));
  }

  function drawHints(sentence) {
    const texts = sentence.units.map((unit) => unit.text.trim().toLowerCase().replace(/\s+/g, " "));
    texts.forEach((text, number) => {
      const twin = texts.indexOf(text);
      const hint = page.byId(`hint-${number}`);
      hint.hidden = !text || twin === number;
      hint.textContent = hint.hidden ? "" : say("same", {number: twin + 1});
    });
  }

  function drawSuggestions(sentence, suggestions) {
    page.byId("suggested").hidden = !suggestions.length || sentence.nothing;
    page.byId("suggestions").replaceChildren(...suggestions.map((text, index) => {
      const outcome = outcomeOf(sentence, text);
      const button = (name, run, pressed = null) => page.element("button",
        {type: "button", "aria-describedby": `suggestion-${index}`, "aria-pressed": pressed, onclick: () => run(text)}, name);
      const taken = outcome === "accepted" || outcome === "edited";
      const choices = taken ? [page.element("span", {class: "quiet"}, say(outcome))]
        : [button(say("accept"), accept), button(say("edit"), edit), button(say("reject"), reject, String(outcome === "rejected"))];
      return page.element("li", {class: "suggestion", "data-outcome": outcome},
        page.element("span", {id: `suggestion-${index}`, dir: "auto"}, text), page.element("span", {class: "choices"}, choices));
    }));
  }

  // ---- keys ----
  function typed(event, number) {
    const box = event.target;
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing);
    const at = box.selectionStart === box.selectionEnd ? box.selectionStart : -1;
    const run = !plain ? null
      : event.key === "Enter" ? () => box.value.trim() && add(number)
      : event.key === "Backspace" && !box.value && now().units.length > 1 ? () => remove(number)
      : event.key === "ArrowUp" && at === 0 && number > 0 ? () => focusUnit(number - 1)
      : event.key === "ArrowDown" && at === box.value.length ? () => focusUnit(number + 1)
      : null;
    if (!run) return;
    event.preventDefault();
    run();
  }

  document.addEventListener("keydown", (event) => {
    const run = event.altKey && {KeyA: accept, KeyE: edit, KeyR: reject}[event.code];
    if (run && plan.suggestions) {
      event.preventDefault();
      const [open] = openSuggestions();
      if (open === undefined) page.announce(say("no_suggestion"));
      else run(open);
      return;
    }
    const next = (event.ctrlKey && event.key === "Enter") || (event.altKey && event.key === "ArrowDown");
    if (!next && !(event.altKey && event.key === "ArrowUp")) return;
    event.preventDefault();
    go(history.state.current + (next ? 1 : -1));
  });

  page.byId("add").addEventListener("click", () => add(now().units.length - 1));
  page.byId("previous").addEventListener("click", () => go(history.state.current - 1));
  page.byId("next").addEventListener("click", () => go(history.state.current + 1));
  page.byId("nothing").addEventListener("change", (event) => change({...now(), units: blank.units, nothing: event.target.checked}));
  page.byId("annotator").addEventListener("input", (event) => {
    history.look({...history.state, annotator: event.target.value});
  });
  page.byId("suggestions-guide").hidden = !plan.suggestions;
  for (const element of document.querySelectorAll(".suggestion-keys")) element.hidden = !plan.suggestions;
  form.tools(history, save, load);
  form.guard(() => !drawn.saved && !keeper.kept);
  show(history.state, true);
  drawn.saved = true;
})();
