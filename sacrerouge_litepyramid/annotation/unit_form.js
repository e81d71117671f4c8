"use strict";
/* The form for SCUs. Its state: {sentences: [{units: [{text, also}], nothing}], current, annotator}. */
(() => {
  const plan = page.data();
  const place = (sentence) => JSON.stringify([sentence.instance_id, sentence.reference, sentence.sentence]);
  const blank = {units: [{text: "", also: []}], nothing: false};
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
    const whole = (sentence) => sentence?.units?.length && sentence.units.every(({text, also}) => also && typeof text === "string");
    if (state?.sentences?.length !== plan.sentences.length || !state.sentences.every(whole)) return null;
    if (!plan.sentences[state.current]) return null;
    if (numberDone(state)) form.tell("This browser kept your work; it is all here.");
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
    change({units: now().units.toSpliced(after + 1, 0, {text: "", also: []}), nothing: false});
    focusUnit(after + 1);
  }

  function remove(number) {
    const units = now().units.toSpliced(number, 1);
    change({...now(), units: units.length ? units : blank.units});
    focusUnit(Math.max(0, number - 1));
    page.announce(`Unit ${number + 1} is removed.`);
  }

  function go(to) {
    if (to < 0 || to >= plan.sentences.length) {
      page.announce(to < 0 ? "This is the first sentence." : "This was the last sentence.");
      return;
    }
    history.look({...history.state, current: to});
    focusUnit(0);
  }

  // ---- files ----
  function save() {
    const {state} = history;
    const sentences = plan.sentences.map((sentence, index) => ({
      ...sentence,
      units: state.sentences[index].units.filter((unit) => unit.text.trim()),
      nothing: state.sentences[index].nothing,
    }));
    const name = form.fileName("units", plan.plan, state.annotator);
    const {format, version} = plan;
    form.download(name, {format, version, plan: plan.plan, annotator: state.annotator, sentences});
    drawn.saved = true;
    const left = plan.sentences.length - numberDone(state);
    form.tell(`Saved as ${name}. ${left ? `Not done yet: ${left} of ${plan.sentences.length}.` : "Every sentence is done."}`);
  }

  function load(data) {
    if (data?.format !== plan.format || !Array.isArray(data.sentences)) throw Error("this form did not save it.");
    const known = new Map(plan.sentences.map((sentence, index) => [place(sentence), index]));
    let [sentences, loaded, strange] = [history.state.sentences, 0, 0];
    for (const given of data.sentences) {
      const index = known.get(place(given));
      if (plan.sentences[index]?.text !== given.text || !Array.isArray(given.units)) strange += 1;
      else if (isDone(given)) [sentences, loaded] = [sentences.with(index, sentenceOf(given)), loaded + 1];
    }
    history.put({...history.state, sentences, annotator: String(data.annotator || history.state.annotator)});
    drawAll(history.state);
    form.tell(`Loaded: ${loaded}.${strange ? ` Left out, for this plan does not have them: ${strange}.` : ""}`);
  }

  function sentenceOf({units, nothing}) {
    const taken = units.map(({text, also}) => ({text: String(text), also: (also ?? []).map(Number)}));
    return {units: taken.length ? taken : blank.units, nothing: nothing === true};
  }

  // ---- drawing ----
  function show(state, moved) {
    const sentence = state.sentences[state.current];
    const shape = [state.current, sentence.units.length, sentence.nothing].join();
    if (moved || shape !== drawn.shape) drawAll(state);
    drawHints(sentence);
    drawList(state.sentences.map((each) => (isDone(each) ? "done" : "to do")), state.current);
    form.progress(numberDone(state), plan.sentences.length, "sentences");
    form.buttons(history);
    drawn.saved = false;
    keeper.write(state);
  }

  function drawAll(state) {
    const [sentence, planned] = [state.sentences[state.current], plan.sentences[state.current]];
    drawn.shape = [state.current, sentence.units.length, sentence.nothing].join();
    page.byId("task-title").textContent = `Sentence ${state.current + 1} of ${plan.sentences.length}`;
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
      const title = references.length > 1 ? `Reference ${index + 1} of ${planned.instance_id}` : `Reference of ${planned.instance_id}`;
      return page.element("div", {class: "reference"}, page.element("p", {class: "quiet"}, title), page.element("p", {class: "text", dir: "auto"}, parts));
    });
  }

  function drawUnit(unit, number, others) {
    const label = `Unit ${number + 1}`;
    const box = page.element("textarea", {
      rows: 1, dir: "auto", "aria-label": label, "aria-describedby": `hint-${number}`, placeholder: number ? "" : "One fact, as a short sentence",
      oninput: (event) => {
        const text = event.target.value.replace(/\n/g, " ");
        write(number, {text}, `${history.state.current} ${number} ${text.trim().split(/\s+/).length}`);
      },
      onkeydown: (event) => typed(event, number),
    });
    box.value = unit.text;
    const also = others.map((index) => page.element("label", {}, page.element("input", {
      type: "checkbox", checked: unit.also.includes(index), "aria-label": `${label} is in reference ${index + 1} also`,
      onchange: (event) => {
        const rest = now().units[number].also.filter((each) => each !== index);
        write(number, {also: event.target.checked ? [...rest, index].sort() : rest});
      },
    }), `also in ${index + 1}`));
    return page.element("li", {class: "unit"},
      page.element("span", {class: "number quiet", "aria-hidden": "true"}, `${number + 1}.`), box,
      page.element("span", {class: "also"}, also),
      page.element("button", {type: "button", "aria-label": `Remove unit ${number + 1}`, title: "Remove", onclick: () => remove(number)}, "✕"),
      page.element("p", {class: "hint", id: `hint-${number}`, hidden: true}));
  }

  function drawHints(sentence) {
    const texts = sentence.units.map((unit) => unit.text.trim().toLowerCase().replace(/\s+/g, " "));
    texts.forEach((text, number) => {
      const twin = texts.indexOf(text);
      const hint = page.byId(`hint-${number}`);
      hint.hidden = !text || twin === number;
      hint.textContent = hint.hidden ? "" : `The same as unit ${twin + 1}; remove one of them.`;
    });
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
    const next = (event.ctrlKey && event.key === "Enter") || (event.altKey && event.key === "ArrowDown");
    if (!next && !(event.altKey && event.key === "ArrowUp")) return;
    event.preventDefault();
    go(history.state.current + (next ? 1 : -1));
  });

  page.byId("add").addEventListener("click", () => add(now().units.length - 1));
  page.byId("previous").addEventListener("click", () => go(history.state.current - 1));
  page.byId("next").addEventListener("click", () => go(history.state.current + 1));
  page.byId("nothing").addEventListener("change", (event) => change({units: blank.units, nothing: event.target.checked}));
  page.byId("annotator").addEventListener("input", (event) => history.look({...history.state, annotator: event.target.value}));
  form.tools(history, save, load);
  form.guard(() => !drawn.saved && !keeper.kept);
  show(history.state, true);
  drawn.saved = true;
})();
