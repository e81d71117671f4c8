"use strict";
/* A metric's scores against human scores: one point per system, or per summary. */
const scatter = (() => {
  const {data, chosen, score, means} = report;
  const LINE = 12;
  /** Where a name may stand beside its point, best first. */
  const BESIDE = [
    [9, 4, "start"], [-9, 4, "end"], [0, -10, "middle"], [0, 18, "middle"],
    [7, -7, "start"], [-7, -7, "end"], [7, 15, "start"], [-7, 15, "end"],
    [0, -10, "end"], [0, 18, "end"], [0, -10, "start"], [0, 18, "start"],
  ];
  const LEVELS = {
    systems: {name: "system", words: "scatter.system_level"},
    summaries: {name: "summary", words: "scatter.summary_level"},
    global: {name: "global", words: "scatter.global_level"},
  };

  function draw() {
    const metric = data.metrics[chosen.metric];
    const shown = chosen.level === "systems" ? systems(metric) : summaries(metric);
    const words = caption(metric, shown.length);
    const {drawing, nameless} = drawPoints(metric, shown, words, plot.roomOf(page.byId("scatter").clientWidth));
    const left = nameless ? ` ${say("scatter.nameless", {count: nameless})}` : "";
    page.byId("scatter").replaceChildren(drawing, page.element("figcaption", {}, `${words}${left}${plot.thinned(shown)}`));
  }

  function systems(metric) {
    const [ours, human] = [means(metric), means(data.metrics[0])];
    const points = data.systems.map((name, system) => ({name, label: report.shortName(name), system, x: ours.get(system), y: human.get(system)}));
    return points.filter(({x, y}) => x !== undefined && y !== undefined);
  }

  function summaries(metric) {
    const points = data.documents.flatMap((document, place) => data.systems.map((name, system) => ({
      name: `${name}, ${document.id}`,
      system,
      x: metric.scores[place][system],
      y: data.metrics[0].scores[place][system],
    })));
    return points.filter(({x, y}) => x !== null && y !== null);
  }

  function caption(metric, number) {
    const {name, words} = LEVELS[chosen.level === "summaries" && !report.hasLevel("summary") ? "global" : chosen.level];
    const correlations = ["pearson", "spearman", "kendall"].map((statistic, index) => {
      const found = metric.agreement[`${name}_${statistic}`];
      return `${"rρτ"[index]} ${score(found.value)}${report.spread(found)}`;
    });
    return say("scatter.caption", {metric: metric.name, human: data.human, points: report.count(number, "scatter.points"),
      level: say(words), correlations: correlations.join("; ")});
  }

  function drawPoints(metric, shown, words, room) {
    const {drawing, x, y} = plot.make(room, words,
      {values: shown.map((point) => point.x), title: metric.name},
      {values: shown.map((point) => point.y), title: data.human});
    // what is pointed out is drawn last, and named first
    const placed = plot.thin(shown).map((point) => ({...point, px: x.at(point.x), py: y.at(point.y)}));
    placed.sort((a, b) => (a.system === chosen.pointed) - (b.system === chosen.pointed));
    drawing.append(...placed.map(dot));
    const named = chosen.level === "systems" ? names(placed.reverse(), room) : [];
    drawing.append(...named);
    return {drawing, nameless: chosen.level === "systems" ? placed.length - named.length : 0};
  }

  function dot(point) {
    const {px, py} = point;
    const small = chosen.level === "summaries" ? " small" : "";
    const tip = page.drawn("title", {}, say("scatter.point", {name: point.name, x: score(point.x), y: score(point.y)}));
    if (point.system === chosen.pointed) {
      const diamond = `M${px} ${py - 7}L${px + 7} ${py}L${px} ${py + 7}L${px - 7} ${py}Z`;
      return page.drawn("path", {class: `dot pointed${small}`, d: diamond}, tip);
    }
    return page.drawn("circle", {class: `dot${small}`, cx: px, cy: py, r: small ? 2.6 : 5}, tip);
  }

  /** Names beside their points, where they hide neither a point nor another name. */
  function names(placed, room) {
    const taken = placed.map(({px, py}) => [px - 6, py - 6, px + 6, py + 6]);
    return placed.flatMap(({px, py, label}) => {
      const shown = plot.fitted(label, (room.right - room.left) * 0.6);
      const width = plot.widthOf(shown);
      for (const [across, down, anchor] of BESIDE) {
        const box = boxOf(px + across, py + down, anchor, width);
        if (isFree(box, taken, room)) {
          taken.push(box);
          return [plot.text(px + across, py + down, shown, anchor, "name")];
        }
      }
      return [];
    });
  }

  function boxOf(x, y, anchor, width) {
    const left = {start: x, middle: x - width / 2, end: x - width}[anchor];
    return [left, y - LINE + 2, left + width, y + 3];
  }

  function isFree([left, top, right, bottom], taken, room) {
    const inside = left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
    return inside && !taken.some((other) =>
      left < other[2] && other[0] < right && top < other[3] && other[1] < bottom);
  }

  return {draw};
})();
