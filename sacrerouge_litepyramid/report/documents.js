"use strict";
/* The documents: filters, the list, and moving between them. */
const documentsView = (() => {
  const {data, chosen, counts, count} = report;
  const FILTERS = ["layer", "system", "kind", "show"];
  const words = new Array(data.documents.length).fill(null);
  let listed = [];
  let started = false;

  /** What a search looks into, made at the first search: the id, the references and the units. */
  function searched(place) {
    words[place] ??= [data.documents[place].id, ...data.documents[place].references.flat(),
      ...data.layers.flatMap((layer) => layer.documents[place].units.map((unit) => unit[0]))].join("\n").toLowerCase();
    return words[place];
  }

  function drawList() {
    const query = page.byId("search").value.trim().toLowerCase();
    const filtering = Boolean(chosen.kind || chosen.show || chosen.system >= 0);
    const found = data.documents.map((_, place) => ({place, counts: counts(place)}))
      .filter(({place, counts: each}) => (!query || searched(place).includes(query)) && (!data.layers.length || !filtering || each.passing));
    if (page.byId("order").value === "count") found.sort((a, b) => b.counts.passing - a.counts.passing);
    listed = found.map(({place}) => place);
    page.byId("document").replaceChildren(...found.map(({place, counts: each}) => page.element("option",
      {value: place}, data.layers.length ? `${data.documents[place].id} (${each.passing})` : data.documents[place].id)));
    drawCounts(found.map((each) => each.counts));
    choose(listed.includes(chosen.document) ? chosen.document : listed[0]);
  }

  function drawCounts(found) {
    const sum = (name) => found.reduce((total, each) => total + each[name], 0);
    const both = sum("both");
    const parts = [count(found.length, "document", "documents")];
    if (data.layers.length) parts.push(count(sum("passing"), "judgement of a unit", "judgements of units"));
    if (both && !chosen.show) {
      const same = both - sum("high") - sum("low");
      parts.push(`model and people agree in ${((100 * same) / both).toFixed(1)}% of ${both.toLocaleString("en")}; ` +
        `stated only for the model: ${sum("high").toLocaleString("en")}, only for people: ${sum("low").toLocaleString("en")}`);
    }
    page.byId("counted").textContent = `${parts.join("; ")}.`;
  }

  function choose(place) {
    const at = listed.indexOf(place);
    page.byId("previous").disabled = at <= 0;
    page.byId("next").disabled = at < 0 || at === listed.length - 1;
    if (at < 0) {
      page.byId("view").replaceChildren(page.element("p", {class: "notice"}, "No document passes the search and the filters."));
      page.announce("No document passes the search and the filters.");
      return;
    }
    chosen.document = place;
    page.byId("document").value = String(place);
    documentView.draw(page.byId("view"), place);
    if (started) keepAddress();
    page.announce(`${data.documents[place].id}, ${at + 1} of ${count(listed.length, "document", "documents")}`);
  }

  const step = (by) => choose(listed[listed.indexOf(chosen.document) + by]);

  /** The choice in the address, so that a link can be kept or sent with the file. */
  function keepAddress() {
    const named = {document: data.documents[chosen.document].id, layer: chosen.layer ? data.layers[chosen.layer].name : "",
      system: data.systems[chosen.system] || "", kind: chosen.kind, show: chosen.show};
    const kept = new URLSearchParams(Object.entries(named).filter(([, value]) => value));
    history.replaceState(null, "", `#${kept}`);
  }

  function readAddress() {
    const kept = new URLSearchParams(location.hash.slice(1));
    const places = {document: data.documents.findIndex((each) => each.id === kept.get("document")),
      layer: data.layers.findIndex((each) => each.name === kept.get("layer"))};
    chosen.document = Math.max(0, places.document);
    chosen.layer = Math.max(0, places.layer);
    chosen.system = data.systems.indexOf(kept.get("system"));
    for (const name of ["kind", "show"]) {
      if ([...page.byId(name).options].some((option) => option.value === kept.get(name))) chosen[name] = kept.get(name);
    }
    return places.document >= 0;
  }

  /** An address that was pasted while the page was open; the sections' own links name no document. */
  function followAddress() {
    if (!location.hash.includes("document=")) return;
    readAddress();
    showChoice();
    drawList();
  }

  function showChoice() {
    for (const name of FILTERS) page.byId(name).value = String(chosen[name]);
    const layer = report.layer();
    const compared = Boolean(layer && layer.labelled && layer.measure);
    for (const option of page.byId("show").options) option.disabled = Boolean(option.value) && !compared;
    if (!compared) page.byId("show").value = chosen.show = "";
  }

  function filter(event) {
    for (const name of ["layer", "system"]) chosen[name] = Number(page.byId(name).value);
    for (const name of ["kind", "show"]) chosen[name] = page.byId(name).value;
    if (event && event.type === "reset") Object.assign(chosen, {system: -1, kind: "", show: ""});
    showChoice();
    drawList();
  }

  /** From a name elsewhere on the page to the system's summaries. */
  function showSystem(system) {
    chosen.system = system;
    showChoice();
    drawList();
    page.byId("documents").scrollIntoView();
    page.byId("system").focus({preventScroll: true});
  }

  function start() {
    const fill = (id, options) => page.byId(id).append(...options.map(([value, name]) => page.element("option", {value}, name)));
    fill("layer", data.layers.length ? data.layers.map((layer, index) => [index, layer.name]) : [[0, "none"]]);
    fill("system", [[-1, "all"], ...data.systems.map((name, index) => [index, name])]);
    const linked = readAddress();
    showChoice();
    page.byId("filters").addEventListener("change", filter);
    page.byId("filters").addEventListener("submit", (event) => event.preventDefault());
    page.byId("filters").addEventListener("reset", filter);
    page.byId("search").addEventListener("input", drawList);
    page.byId("order").addEventListener("change", drawList);
    page.byId("document").addEventListener("change", (event) => choose(Number(event.target.value)));
    page.byId("previous").addEventListener("click", () => step(-1));
    page.byId("next").addEventListener("click", () => step(1));
    window.addEventListener("hashchange", followAddress);
    drawList();
    started = true;
    if (linked) page.byId("documents").scrollIntoView();
  }

  return {start, showSystem};
})();
