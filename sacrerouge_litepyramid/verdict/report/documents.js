"use strict";
/* The documents: filters, the list, and moving between them. */
const documentsView = (() => {
  const {data, chosen, counts, count} = report;
  const NUMBERS = ["layer", "system"];
  /** The thirds of the documents by the mean length of their summaries. */
  const THIRDS = ["documents.shortest", "documents.middle", "documents.longest"];
  const searched = new Map();
  let listed = [];
  let started = false;

  /** What a search looks into, made at the first search: the id, the question, the references and the units. */
  function textOf(place) {
    if (!searched.has(place)) {
      const {id, question, references} = data.documents[place];
      const texts = data.layers.flatMap((layer) => layer.documents[place].units.map(({text}) => text));
      searched.set(place, [id, question, ...references.flat(), ...texts].join("\n").toLowerCase());
    }
    return searched.get(place);
  }

  function drawList() {
    const query = page.byId("search").value.trim().toLowerCase();
    const filtering = data.layers.length && (chosen.show || chosen.system >= 0);
    const {thirds} = splitByLength();
    const found = data.documents.map(({id}, place) => ({id, place, counts: counts(place)}))
      .filter(({place}) => chosen.length === "" || thirds[place] === Number(chosen.length))
      .filter(({place}) => !query || textOf(place).includes(query))
      .filter((entry) => !filtering || entry.counts.passing);
    const sorted = orders.sort(found, page.byId("order").value);
    listed = sorted.map(({place}) => place);
    page.byId("document").replaceChildren();
    page.fill("document", sorted.map(({place, id, shown}) => [place, shown ? `${isolated(id)} (${shown})` : id]));
    page.byId("counted").textContent = describe(found.map((entry) => entry.counts));
    choose(listed.includes(chosen.document) ? chosen.document : listed[0]);
  }

  /** A name between marks that keep what follows it in its place, where letters of it run from right to left. */
  const isolated = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);

  /** The third that each document is in, null without a summary, and the lengths that each third begins and ends with. */
  function splitByLength() {
    const lengths = data.documents.map((_, place) => report.meanLength(place));
    const sorted = lengths.filter((length) => length !== null).sort((a, b) => a - b);
    const starts = [1, 2].map((part) => sorted[Math.floor((part * sorted.length) / 3)]);
    const thirds = lengths.map((length) => (length === null ? null : starts.filter((start) => length >= start).length));
    const ends = THIRDS.map((_, third) => {
      const members = lengths.filter((_, place) => thirds[place] === third);
      return members.length ? {low: Math.min(...members), high: Math.max(...members)} : null;
    });
    return {thirds, ends};
  }

  /** Names each third by its ends, which follow the system that is chosen. */
  function fillThirds() {
    const options = [["", say("documents.any")]];
    for (const [third, bounds] of splitByLength().ends.entries()) {
      if (!bounds) continue;
      const [low, high] = [Math.round(bounds.low), Math.round(bounds.high)];
      options.push([third, say("documents.third", {third: say(THIRDS[third]), low, high})]);
    }
    const select = page.byId("length");
    select.replaceChildren();
    page.fill("length", options);
    select.disabled = options.length === 1;
    chosen.length = knownOption("length", chosen.length);
    select.value = chosen.length;
  }

  /** A value that a select has, else that of its first option. */
  const knownOption = (id, value) => ([...page.byId(id).options].some((option) => option.value === value) ? value : "");

  /** How much passes the filters, and, where all judgements are shown, how far judge and annotators agree. */
  function describe(found) {
    const sum = (name) => found.reduce((total, counts) => total + counts[name], 0);
    const [both, high, low] = ["both", "high", "low"].map(sum);
    const parts = [count(found.length, "documents.documents")];
    if (data.layers.length) parts.push(count(sum("passing"), "documents.judgements"));
    if (both && !chosen.show) {
      const share = ((100 * (both - high - low)) / both).toFixed(1);
      parts.push(say("documents.agree", {share, count: both.toLocaleString("en")}));
      const [model, human] = [high, low].map((number) => number.toLocaleString("en"));
      parts.push(say("documents.differ", {model, human}));
    }
    return `${parts.join("; ")}.`;
  }

  function choose(place) {
    const at = listed.indexOf(place);
    page.byId("previous").disabled = at <= 0;
    page.byId("next").disabled = at < 0 || at === listed.length - 1;
    if (at < 0) {
      page.byId("view").replaceChildren(page.element("p", {class: "notice"}, say("documents.nothing_passes")));
      page.announce(say("documents.nothing_passes"));
      return;
    }
    chosen.document = place;
    page.byId("document").value = String(place);
    documentView.draw(page.byId("view"), place);
    if (started) keepAddress();
    page.announce(say("documents.chosen",
      {document: data.documents[place].id, number: at + 1, documents: count(listed.length, "documents.documents")}));
  }

  const step = (by) => choose(listed[listed.indexOf(chosen.document) + by]);

  /** The choice in the address, so that a link can be kept or sent with the file. */
  function keepAddress() {
    const named = {
      document: data.documents[chosen.document].id,
      layer: chosen.layer ? data.layers[chosen.layer].name : "",
      system: data.systems[chosen.system],
      show: chosen.show,
      length: chosen.length,
    };
    const kept = new URLSearchParams(Object.entries(named).filter(([, value]) => value));
    history.replaceState(null, "", `#${kept}`);
  }

  /** Whether the address names a document; a section's link does not. */
  function readAddress() {
    const kept = new URLSearchParams(location.hash.slice(1));
    if (!kept.has("document")) return false;
    chosen.document = Math.max(0, data.documents.findIndex((item) => item.id === kept.get("document")));
    chosen.layer = Math.max(0, data.layers.findIndex((item) => item.name === kept.get("layer")));
    chosen.system = data.systems.indexOf(kept.get("system"));
    chosen.show = knownOption("show", kept.get("show"));
    chosen.length = kept.get("length") ?? "";
    return true;
  }

  function followAddress() {
    if (readAddress()) show();
  }

  /** Puts the choice into the filters, without those that the layer knows nothing about, and draws the list. */
  function show() {
    const layer = report.layer();
    const compared = Boolean(layer && layer.labelled && layer.measure);
    for (const option of page.byId("show").options) option.disabled = option.value !== "" && !compared;
    if (!compared) chosen.show = "";
    for (const name of [...NUMBERS, "show"]) page.byId(name).value = String(chosen[name]);
    fillThirds();
    drawList();
  }

  function filter() {
    for (const name of NUMBERS) chosen[name] = Number(page.byId(name).value);
    for (const name of ["show", "length"]) chosen[name] = page.byId(name).value;
    show();
  }

  function clear(event) {
    event.preventDefault();
    clearFilters();
    show();
  }

  const clearFilters = () => Object.assign(chosen, {system: -1, show: "", length: ""});

  /** From a name elsewhere on the page to the system's summaries. */
  function showSystem(system) {
    chosen.system = system;
    show();
    page.byId("documents").scrollIntoView();
    page.byId("system").focus({preventScroll: true});
  }

  /** From a document elsewhere on the page to the summaries of all systems in it. */
  function showDocument(document) {
    clearFilters();
    chosen.document = document;
    show();
    page.byId("documents").scrollIntoView();
    page.byId("document").focus({preventScroll: true});
  }

  function start() {
    const layers = data.layers.map((layer, index) => [index, layer.name]);
    page.fill("layer", layers.length ? layers : [[0, say("state.none")]]);
    page.fill("system", [[-1, say("documents.all")], ...data.systems.map((name, index) => [index, name])]);
    const on = (id, event, listener) => page.byId(id).addEventListener(event, listener);
    on("filters", "change", filter);
    on("filters", "reset", clear);
    on("filters", "submit", (event) => event.preventDefault());
    on("search", "input", drawList);
    on("order", "change", drawList);
    on("document", "change", (event) => choose(Number(event.target.value)));
    on("previous", "click", () => step(-1));
    on("next", "click", () => step(1));
    window.addEventListener("hashchange", followAddress);
    const linked = readAddress();
    show();
    started = true;
    if (linked) page.byId("documents").scrollIntoView();
  }

  return {start, redraw: show, showSystem, showDocument};
})();
