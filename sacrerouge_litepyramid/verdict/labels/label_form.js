"use strict";
/* The form for labels. Its state: {votes: [[1, 0, 0.5 for partly, "u" for unclear, or null, …], …], current (a task), unit, annotator}. */
(() => {
  const {format, version, form: own, annotator: given, tasks, units, references, partly} = form.data;
  const {say} = form;
  const unitsOf = (index) => units[tasks[index].units];
  const keeper = form.keeper(`litepyramid-labels-${own}`);
  const drawn = {current: null, saved: true};
  const CHOICES = [
    {value: 1, name: say("present"), kind: "yes", key: "1"},
    ...(partly ? [{value: 0.5, name: say("partly"), kind: "part", key: "p"}] : []),
    {value: 0, name: say("absent"), kind: "no", key: "0"},
    {value: "u", name: say("unclear"), kind: "unclear", key: "u"},
  ];

  const isDone = (votes) => votes.every((vote) => vote !== null);
  const isBegun = (votes) => votes.some((vote) => vote !== null);
  const numberDone = (state) => state.votes.filter(isDone).length;
  const none = () => tasks.map((_, index) => unitsOf(index).map(() => null));
  const fits = (votes, index) => Array.isArray(votes) && votes.length === unitsOf(index).length
    && votes.every((vote) => vote === null || CHOICES.some(({value}) => value === vote));

  const title = ({summary}, index) => `${index + 1}. ${summary.slice(0, 60) || say("empty_entry")}`;
  const drawList = form.list(tasks.map(title), (index) => go(index));

  // ---- changes ----
  const history = form.history(kept() ?? {votes: none(), current: 0, unit: 0, annotator: given}, show);

  function kept() {
    const state = keeper.read();
    if (state?.votes?.length !== tasks.length || !state.votes.every(fits) || !tasks[state.current]) return null;
    if (state.votes.some(isBegun)) form.notify(say("restored"));
    return state;
  }

  /** Stores a vote. The first on a unit moves on, only ever to a unit without a vote; a changed vote stays there. */
  function vote(unit, value) {
    if (unit !== history.state.unit) history.look({...history.state, unit});
    const {state} = history;
    const before = state.votes[state.current];
    const votes = before.with(unit, value);
    const below = votes.indexOf(null, unit + 1);
    if (value !== before[unit]) history.put({...state, votes: state.votes.with(state.current, votes)});
    if (before[unit] !== null) at(unit);
    else if (isDone(votes)) goOpen();
    else at(below < 0 ? votes.indexOf(null) : below);
  }

  function at(unit) {
    const last = unitsOf(history.state.current).length - 1;
    history.look({...history.state, unit: Math.max(0, Math.min(unit, last))});
    focus();
  }

  function go(to) {
    if (!tasks[to]) {
      page.announce(say(to < 0 ? "first" : "last"));
      return;
    }
    const open = history.state.votes[to].indexOf(null);
    history.look({...history.state, current: to, unit: Math.max(open, 0)});
    page.byId("task").scrollIntoView({block: "nearest", behavior: "instant"});
    focus();
  }

  function goOpen() {
    const {votes, current} = history.state;
    const order = [...tasks.keys()].map((index) => (current + 1 + index) % tasks.length);
    const open = order.find((index) => !isDone(votes[index]));
    if (open === undefined) form.notify(say("all_done", {file: fileOf(history.state)}));
    else go(open);
  }

  /** Focuses the unit and not a button, where Enter would be a vote. */
  function focus() {
    const row = page.byId("units").children[history.state.unit];
    row?.focus({preventScroll: true});
    row?.scrollIntoView({block: "nearest", behavior: "instant"});
  }

  // ---- files ----
  const fileOf = ({annotator}) => form.fileName("votes", annotator.trim() || "NAME");

  function save() {
    const {state} = history;
    const annotator = form.askName(state.annotator);
    if (!annotator) return;
    const name = fileOf(state);
    const saved = tasks.map(({task}, index) => ({task, votes: state.votes[index]}));
    form.download(name, {format, version, annotator, tasks: saved});
    drawn.saved = true;
    const left = tasks.length - numberDone(state);
    form.notify(`${say("saved", {file: name})} ${left ? say("left", {left, all: tasks.length}) : say("send", {file: name})}`);
  }

  function load(data) {
    if (data?.format !== format || !Array.isArray(data.tasks)) throw Error(say("not_a_saved_form"));
    if (given && data.annotator !== given) throw Error(say("other_annotator", {other: data.annotator, name: given}));
    const known = new Map(tasks.map(({task}, index) => [task, index]));
    let [votes, loaded, strange] = [history.state.votes, 0, 0];
    for (const answer of data.tasks) {
      const index = known.get(answer.task);
      if (index === undefined || !fits(answer.votes, index)) strange += 1;
      else if (isBegun(answer.votes)) [votes, loaded] = [votes.with(index, answer.votes), loaded + 1];
    }
    history.put({...history.state, votes, annotator: given || String(data.annotator ?? "")});
    history.look({...history.state});
    form.notify(say("loaded", {count: loaded}) + (strange ? ` ${say("ignored", {count: strange})}` : ""));
  }

  // ---- drawing ----
  function show(state, moved) {
    if (state.current !== drawn.current) drawTask(state);
    drawVotes(state);
    drawList(state.votes.map((marks) => (isDone(marks) ? "done" : isBegun(marks) ? "begun" : "to do")), state.current);
    form.progress(numberDone(state), tasks.length);
    form.buttons(history);
    if (page.byId("annotator").value !== state.annotator) page.byId("annotator").value = state.annotator;
    drawn.saved = false;
    keeper.write(state);
    if (moved && document.activeElement === document.body) focus();
  }

  function drawTask({current}) {
    drawn.current = current;
    const text = tasks[current].summary;
    page.byId("task-title").textContent = say("task", {number: current + 1, all: tasks.length});
    page.byId("summary").replaceChildren(text.trim() ? text : page.element("em", {class: "quiet"}, say("empty")));
    const stated = references[tasks[current].reference] ?? [];
    page.byId("reference").hidden = !stated.length;
    for (const part of document.querySelectorAll("[data-reference]")) part.hidden = !stated.length;
    page.byId("reference-text").replaceChildren(...stated.map((sentence) => page.element("p", {dir: "auto"}, sentence)));
    page.byId("units").replaceChildren(...unitsOf(current).map((unit, index) => drawUnit(unit, index)));
    page.byId("previous").disabled = current === 0;
    page.byId("next").disabled = current === tasks.length - 1;
  }

  function drawUnit(text, unit) {
    const choice = ({value, name, kind, key}) => page.element("button",
      {type: "button", class: kind, "data-value": value, "aria-describedby": `unit-${unit}`,
        onclick: (event) => event.detail < 2 && vote(unit, value)},
      page.element("kbd", {"aria-hidden": "true"}, key.toUpperCase()), ` ${name} `);
    return page.element("li", {class: "vote", tabindex: -1},
      page.element("span", {class: "number quiet", "aria-hidden": "true"}, `${unit + 1}.`),
      page.element("span", {id: `unit-${unit}`, dir: "auto"}, text),
      page.element("span", {class: "choices", role: "group", "aria-labelledby": `unit-${unit}`}, ...CHOICES.map(choice)));
  }

  function drawVotes({votes, current, unit}) {
    [...page.byId("units").children].forEach((row, index) => {
      row.toggleAttribute("data-current", index === unit);
      for (const button of row.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(votes[current][index]) === button.dataset.value);
      }
    });
  }

  // ---- keys ----
  function onwards({votes, current}) {
    const open = votes[current].indexOf(null);
    if (open < 0) tasks[current + 1] ? go(current + 1) : goOpen();
    else {
      at(open);
      page.announce(say("no_label"));
    }
  }

  const keys = {
    ...Object.fromEntries(CHOICES.map(({value, key}) => [key, ({unit}) => vote(unit, value)])),
    r: () => page.byId("reference").toggleAttribute("open"),
    ArrowUp: ({unit}) => at(unit - 1),
    ArrowDown: ({unit}) => at(unit + 1),
    ArrowLeft: ({current}) => go(current - 1),
    ArrowRight: ({current}) => go(current + 1),
    Enter: onwards,
  };
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, .guide, .todo");
    const run = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (elsewhere || !run || (event.key === "Enter" && event.target.closest("button, summary"))) return;
    event.preventDefault();
    // A key that is held down counts once, so that it labels one unit.
    if (!event.repeat || event.key.startsWith("Arrow")) run(history.state);
  });

  for (const part of document.querySelectorAll("[data-partly]")) part.hidden = (part.dataset.partly === "yes") !== partly;
  page.byId("previous").addEventListener("click", () => go(history.state.current - 1));
  page.byId("next").addEventListener("click", () => go(history.state.current + 1));
  page.byId("next-open").addEventListener("click", goOpen);
  page.byId("annotator").readOnly = given !== "";
  page.byId("annotator").addEventListener("input", (event) => {
    history.look({...history.state, annotator: event.target.value});
  });
  form.tools(history, save, load);
  form.guard(() => !drawn.saved && !keeper.kept);
  show(history.state, true);
  drawn.saved = true;
})();
