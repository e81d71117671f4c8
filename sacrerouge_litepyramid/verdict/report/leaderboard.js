"use strict";
/* The systems ranked by a metric, with intervals and groups. */
const leaderboard = (() => {
  const {data, chosen, nameOf, score} = report;
  const WIDTH = 170;
  const HEIGHT = 16;

  function draw() {
    const metric = data.metrics[chosen.metric];
    const human = data.human && chosen.metric !== 0 ? places(data.metrics[0]) : null;
    const scale = scaleOf(metric.ranking);
    const humanScale = human && scaleOf(data.metrics[0].ranking);
    const words = [say(human ? "leaderboard.caption_both" : "leaderboard.caption", {metric: metric.name, human: data.human})];
    if (human && metric.ranking.length > 1) words.push(say("leaderboard.compare_order"));
    if (metric.ranking.some(({letters}) => letters)) words.push(say("leaderboard.letters"));
    const table = page.element("table", {class: "leaderboard"},
      page.element("caption", {}, page.element("span", {}, words.join(" "))),
      head(human, scale, humanScale, isPartial(metric), lacksAnswers(metric)),
      page.element("tbody", {}, rows(metric, human, scale, humanScale, isPartial(metric))));
    page.byId("leaderboard").replaceChildren(sorting.enable(table, 0), saving.button(table));
  }

  /** A metric's rank and mean of each system. */
  function places({ranking}) {
    return new Map(ranking.map(({system, mean}) => [system, {rank: rankOf(ranking, mean), mean}]));
  }

  /** Equal means share the first of their ranks. */
  const rankOf = (ranking, mean) => ranking.findIndex((place) => place.mean === mean) + 1;

  /** Whether some systems lack scores of documents, so that their numbers are worth a column. */
  const isPartial = ({ranking, scores}) => ranking.some(({documents}) => documents !== scores.length);

  /** Whether a judge left units unanswered, so that the answers of each system are counted. */
  const lacksAnswers = ({ranking}) => ranking.some(({answered}) => answered !== undefined);

  /** The ends of a scale, after the mark of what is drawn on it. */
  const ends = (mark, [low, high]) => page.element("span", {class: "ends"},
    page.element("span", {}, `${mark} ${score(low)}`),
    page.element("span", {class: "unseen"}, " … "),
    page.element("span", {}, score(high)));

  function head(human, scale, humanScale, partial, unanswered) {
    return page.element("thead", {}, page.element("tr", {},
      page.element("th", {scope: "col", class: "rank"}, terms.make("rank")),
      page.element("th", {scope: "col"}, terms.make("system")),
      page.element("th", {scope: "col", class: "axis"},
        page.element("span", {class: "unseen"}, `${say("leaderboard.drawn_from")} `),
        ends("●", scale), human && ends("○", humanScale)),
      human && page.element("th", {scope: "col", class: "number"}, terms.make("human_rank")),
      page.element("th", {scope: "col", class: "number"}, terms.make("mean")),
      page.element("th", {scope: "col", class: "number"}, terms.make("interval")),
      unanswered && page.element("th", {scope: "col", class: "number"}, terms.make("answered")),
      partial && page.element("th", {scope: "col", class: "number"}, terms.make("documents"))));
  }

  function rows(metric, human, scale, humanScale, partial) {
    return metric.ranking.map((place, index) => {
      const {system, mean, low, high, documents, best, worst, letters, tier, answered} = place;
      const first = index > 0 && metric.ranking[index - 1].tier !== tier;
      const theirs = human && human.get(system);
      return page.element("tr", {class: first ? "group-start" : null},
        rankCell(rankOf(metric.ranking, mean), best, worst, letters),
        page.element("th", {scope: "row"}, page.element("button",
          {type: "button", class: "link", title: say("leaderboard.show_summaries"), onclick: () => documentsView.showSystem(system)},
          nameOf(data.systems[system]))),
        page.element("td", {class: "axis"}, interval(mean, low ?? mean, high ?? mean, scale, null,
          theirs && placeOn(theirs.mean, humanScale))),
        human && page.element("td", {class: "number"}, theirs ? `${score(theirs.mean)} (${theirs.rank})` : say("state.none")),
        page.element("td", {class: "number strong"}, score(mean)),
        page.element("td", {class: "number quiet"}, low === null ? say("state.none") : report.interval({low, high})),
        answered !== undefined && page.element("td", {class: "number quiet"}, answered),
        partial && page.element("td", {class: "number quiet"}, String(documents)));
    });
  }

  /** The rank, the places that the system can claim where they are several, and its letters. */
  const rankCell = (rank, best, worst, letters) => page.element("td", {class: "rank", "data-sort": rank},
    page.element("span", {class: "strong"}, String(rank)),
    best !== worst && page.element("span", {class: "quiet"}, ` ${best}–${worst}`),
    letters && page.element("span", {class: "letters"}, ` ${letters}`));

  /** The range of all intervals, a little wider. */
  function scaleOf(ranking) {
    const low = Math.min(...ranking.map((place) => place.low ?? place.mean));
    const high = Math.max(...ranking.map((place) => place.high ?? place.mean));
    const margin = (high - low || 1) * 0.04;
    return [low - margin, high + margin];
  }

  const placeOn = (value, [from, to]) => ((value - from) / (to - from)) * WIDTH;

  /** An interval as a bar, its middle as a point; `mark`: a value that a line stands at; `human`: where a hollow
   *  point stands on a scale of its own. */
  function interval(mean, low, high, scale, mark = null, human = null) {
    const x = (value) => placeOn(value, scale);
    const middle = HEIGHT / 2;
    const frame = {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT};
    return page.drawn("svg", {...frame, class: "interval", "aria-hidden": "true"},
      page.drawn("line", {class: "rail", x1: 0, x2: WIDTH, y1: middle, y2: middle}),
      mark !== null && page.drawn("line", {class: "zero", x1: x(mark), x2: x(mark), y1: 0, y2: HEIGHT}),
      page.drawn("line", {class: "bar", x1: x(low), x2: x(high), y1: middle, y2: middle}),
      page.drawn("circle", {cx: x(mean), cy: middle, r: 4.5}),
      human !== null && human !== undefined && page.drawn("circle", {class: "human", cx: human, cy: middle, r: 5}));
  }

  return {draw, interval};
})();
