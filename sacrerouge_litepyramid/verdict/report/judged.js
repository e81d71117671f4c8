"use strict";
/* What the labels of a planned sample say: both together, labels alone and the judge alone, by system. */
const judged = (() => {
  const {data, nameOf, score} = report;
  const WIDTH = 170;
  const LINE = 14;
  const MARK = 4;

  function draw() {
    if (!data.judged) return;
    const {sentence, systems} = data.judged;
    const bold = data.judged.low_agreement ? "number" : "number strong";
    page.byId("judged").replaceChildren(
      page.element("h3", {}, say("judged.title")),
      page.element("p", {}, sentence),
      page.element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": say("judged.table")},
        sorting.enable(table(systems, bold))));
  }

  function table(systems, bold) {
    const scale = scaleOf(systems);
    const letters = systems.length > 2 ? say("leaderboard.letters") : "";
    const column = (name, kind = "number") => page.element("th", {scope: "col", class: kind}, terms.make(name));
    return page.element("table", {class: "leaderboard"},
      page.element("caption", {}, page.element("span", {}, `${say("judged.legend")} ${letters}`)),
      page.element("thead", {}, page.element("tr", {},
        column("system", ""), column("both"), column("labels_alone"), column("judge_alone"),
        page.element("th", {scope: "col", class: "axis"},
          page.element("span", {class: "unseen"}, `${say("judged.drawn_from")} `), score(scale[0]), " … ", score(scale[1])),
        column("judged"), column("labels_needed"))),
      page.element("tbody", {}, systems.map((result) => row(result, scale, bold, letters))));
  }

  function row(result, scale, bold, letters) {
    return page.element("tr", {},
      page.element("th", {scope: "row"}, nameOf(result.system),
        letters && page.element("span", {class: "letters"}, ` ${result.groups}`)),
      estimate(result.combined, bold),
      estimate(result.human, "number"),
      page.element("td", {class: "number"}, score(result.judge)),
      page.element("td", {class: "axis"}, drawing(result, scale)),
      page.element("td", {class: "number"}, say("judged.labels", {labels: result.labels, units: result.units})),
      page.element("td", {class: "number"}, result.labels_needed === null ? say("state.none") : result.labels_needed.toFixed(0)));
  }

  const estimate = (found, kind) => page.element("td", {class: kind}, found ? score(found.score) : say("state.none"),
    found && found.low !== null &&
      page.element("span", {class: "quiet small"}, ` ${report.interval(found)}`));

  /** The range of all scores and intervals, a little wider. */
  function scaleOf(systems) {
    const ends = systems.flatMap(({combined, human, judge}) =>
      [judge, ...[combined, human].filter(Boolean).flatMap((side) => [side.score, side.low ?? side.score, side.high ?? side.score])]);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const margin = (high - low || 1) * 0.04;
    return [low - margin, high + margin];
  }

  /** Three lines one under the other: points with whiskers of both together and of labels alone, a cross of the judge. */
  function drawing({combined, human, judge}, [from, to]) {
    const x = (value) => ((value - from) / (to - from)) * WIDTH;
    const height = 3 * LINE;
    const line = (kind, x1, x2, y1, y2) => page.drawn("line", {class: kind, x1, x2, y1, y2});
    const whisker = (found, y, kind, point) => found && [
      line("rail", 0, WIDTH, y, y),
      line(kind, x(found.low ?? found.score), x(found.high ?? found.score), y, y),
      page.drawn("circle", {class: point, cx: x(found.score), cy: y, r: MARK})];
    const [left, right, bottom] = [x(judge) - MARK, x(judge) + MARK, 2.5 * LINE];
    return page.drawn("svg", {viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, class: "interval", "aria-hidden": "true"},
      whisker(combined, LINE / 2, "bar", null),
      whisker(human, 1.5 * LINE, "alone", "hollow"),
      line("rail", 0, WIDTH, bottom, bottom),
      line("cross", left, right, bottom - MARK, bottom + MARK),
      line("cross", left, right, bottom + MARK, bottom - MARK));
  }

  return {draw};
})();
