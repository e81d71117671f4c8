"use strict";
/* All systems against a chosen one, with intervals, and the matrix of all pairs. */
const differences = (() => {
  const {data, chosen, nameOf, score, signed} = report;
  const VERDICTS = {"1": "differences.higher", "0": "differences.not_significant", "-1": "differences.lower"};
  const MARKS = {"1": "+", "0": "·", "-1": "−"};

  function draw() {
    const metric = data.metrics[chosen.metric];
    const against = metric.ranking.some(({system}) => system === chosen.against) ? chosen.against : firstOf(metric);
    chosen.against = against;
    page.byId("against").value = String(against);
    page.byId("differences").replaceChildren(metric.pairs.length ? sorting.enable(table(metric, against))
      : page.element("p", {class: "quiet"}, say("differences.too_few")));
    page.byId("matrix").replaceChildren();
    if (page.byId("matrix-details").open) drawMatrix();
  }

  const firstOf = (metric) => (metric.ranking.length ? metric.ranking[0].system : -1);

  /** The first system's scores minus the second's, whichever ranks higher; null where there is no comparison. */
  function find(metric, first, second) {
    const order = metric.ranking.map(({system}) => system);
    const [a, b] = [order.indexOf(first), order.indexOf(second)];
    if (a < 0 || b < 0 || a === b || !metric.pairs.length) return null;
    const [high, low] = [Math.min(a, b), Math.max(a, b)];
    const [difference, from, to, p, wins, ties, losses, effect, better, missing] =
      metric.pairs[high * order.length - (high * (high + 1)) / 2 + (low - high - 1)];
    const minus = (value) => (value === null ? null : -value);
    return a < b ? {difference, low: from, high: to, p, wins, ties, losses, effect, better, missing}
      : {difference: minus(difference), low: minus(to), high: minus(from), p, wins: losses, ties, losses: wins,
        effect: minus(effect), better: better === 0 ? 0 : -better, missing};
  }

  function table(metric, against) {
    const rows = metric.ranking.map(({system}) => ({system, found: find(metric, system, against)}))
      .filter(({system}) => system !== against);
    const known = rows.filter(({found}) => found && found.difference !== null);
    const ends = known.flatMap(({found}) => [found.difference, found.low ?? 0, found.high ?? 0, 0]);
    const scale = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const column = (name, kind = "number") => page.element("th", {scope: "col", class: kind}, terms.make(name));
    return page.element("table", {class: "leaderboard"},
      page.element("caption", {}, page.element("span", {},
        say("differences.caption", {metric: metric.name, system: data.systems[against]}))),
      page.element("thead", {}, page.element("tr", {},
        column("system", ""), column("difference"), column("interval"),
        page.element("th", {scope: "col", class: "axis"}, page.element("span", {class: "unseen"}, `${say("differences.drawn_from")} `),
          signed(scale[0]), " … ", signed(scale[1])),
        column("adjusted_p"), column("wins"), column("effect"), column("against", ""))),
      page.element("tbody", {}, rows.map((difference) => row(difference, against, scale))));
  }

  function row({system, found}, against, scale) {
    const opened = {type: "button", class: "link", title: say("differences.compare"),
      onclick: () => pair.show(system, against)};
    if (!found || found.difference === null) {
      return page.element("tr", {}, page.element("th", {scope: "row"}, nameOf(data.systems[system])),
        page.element("td", {colspan: 7, class: "quiet"}, say("differences.nothing_in_common")));
    }
    const {difference, low, high, p, wins, ties, losses, effect, better, missing} = found;
    return page.element("tr", {},
      page.element("th", {scope: "row"}, page.element("button", opened, nameOf(data.systems[system]))),
      page.element("td", {class: "number strong"}, signed(difference)),
      page.element("td", {class: "number quiet"}, low === null ? say("state.none") : say("differences.interval", {low: signed(low), high: signed(high)})),
      page.element("td", {class: "axis"}, leaderboard.interval(difference, low ?? difference, high ?? difference, scale, 0)),
      page.element("td", {class: "number"}, p === null ? say("state.none") : p < 0.001 ? "< .001" : score(p).replace(/^0/, "")),
      page.element("td", {class: "number"}, `${wins} / ${ties} / ${losses}`),
      page.element("td", {class: "number"}, effect === null ? say("state.none") : signed(effect, 2)),
      page.element("td", {class: `verdict ${better === 0 ? "" : better > 0 ? "agree" : "low"}`}, say(missing ? "differences.undecided" : VERDICTS[better])));
  }

  function drawMatrix() {
    const metric = data.metrics[chosen.metric];
    const order = metric.ranking.map(({system}) => system);
    page.byId("matrix").replaceChildren(page.element("table", {class: "matrix"},
      page.element("caption", {}, page.element("span", {},
        say("differences.matrix", {metric: metric.name}))),
      page.element("thead", {}, page.element("tr", {}, page.element("td", {}),
        order.map((system, place) => page.element("th", {scope: "col", title: data.systems[system]}, String(place + 1))))),
      page.element("tbody", {}, order.map((system, place) => page.element("tr", {},
        page.element("th", {scope: "row"}, `${place + 1} `, nameOf(data.systems[system])),
        order.map((other) => cell(metric, system, other)))))));
  }

  function cell(metric, row, column) {
    const found = find(metric, row, column);
    if (!found) return page.element("td", {class: "quiet"}, row === column ? "" : say("state.none"));
    const title = say("differences.cell",
      {row: data.systems[row], column: data.systems[column], difference: signed(found.difference), p: score(found.p)});
    return page.element("td", {class: `pair-${found.better}`, title}, MARKS[found.better]);
  }

  function start() {
    page.fill("against", data.systems.map((name, index) => [index, name]));
    page.byId("against").addEventListener("change", (event) => {
      chosen.against = Number(event.target.value);
      draw();
    });
    page.byId("matrix-details").addEventListener("toggle", (event) => event.target.open && drawMatrix());
  }

  return {draw, find, start};
})();
