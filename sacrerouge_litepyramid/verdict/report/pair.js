"use strict";
/* Two systems document by document: the differences, the documents that differ most, and what one states and the other omits. */
const pair = (() => {
  const {data, chosen, score, signed, nameOf, count} = report;
  const MAX_DOCUMENTS = 3;
  const MAX_UNITS = 3;

  function draw() {
    const [first, second] = chosen.pair;
    for (const [place, id] of ["first", "second"].entries()) page.byId(id).value = String(chosen.pair[place]);
    const metric = data.metrics[chosen.metric];
    const shown = first === second ? [] : shared(metric, first, second);
    page.byId("pair").replaceChildren(...(shown.length ? [
      page.element("p", {}, describe(metric, first, second)),
      figure(metric, shown, first, second),
      page.element("div", {class: "sides"}, [furthest(shown, first, second, 1), furthest(shown, second, first, -1)]),
      ...omissions(first, second),
    ] : [page.element("p", {class: "quiet"}, say("pair.choose"))]));
  }

  /** Documents with scores of both, the largest difference for the first system at the beginning. */
  function shared(metric, first, second) {
    return data.documents.map(({id}, place) => ({id, place, a: metric.scores[place][first], b: metric.scores[place][second]}))
      .filter(({a, b}) => a !== null && b !== null)
      .map((row) => ({...row, difference: row.a - row.b}))
      .sort((one, other) => other.difference - one.difference);
  }

  function describe(metric, first, second) {
    const found = differences.find(metric, first, second);
    const [a, b] = [data.systems[first], data.systems[second]];
    const verdict = found.missing ? say("pair.open", {a, b, missing: found.missing.replace(/\.$/, "")})
      : !found.better ? say("pair.same", {a, b})
      : found.better > 0 ? say("pair.higher", {higher: a, lower: b}) : say("pair.higher", {higher: b, lower: a});
    const interval = found.low === null ? "" : ` ${say("pair.interval", {low: signed(found.low), high: signed(found.high)})}`;
    const {wins, ties, losses} = found;
    return say("pair.outcome", {verdict, a, b, difference: signed(found.difference) + interval, wins, ties, losses,
      documents: count(wins + ties + losses, "pair.documents")});
  }

  function figure(metric, shown, first, second) {
    const room = plot.roomOf(Math.min(832, page.byId("pair").clientWidth), 0.32, 220);
    const caption = say("pair.caption", {metric: metric.name, a: data.systems[first], b: data.systems[second]});
    const {drawing, x, y} = plot.make(room, caption,
      {values: [0, shown.length], title: say("pair.axis_documents"), exact: true},
      {values: [0, ...shown.map(({difference}) => difference)], title: say("pair.axis_difference")});
    const width = Math.max(1, (room.right - room.left) / shown.length - 1);
    drawing.append(plot.rule(room.left, room.right, y.at(0), y.at(0), "zero"), ...shown.map((row, place) =>
      page.drawn("rect", {
        class: row.difference >= 0 ? "gain" : "loss", x: x.at(place), width,
        y: Math.min(y.at(0), y.at(row.difference)), height: Math.max(0.5, Math.abs(y.at(0) - y.at(row.difference))),
      }, page.drawn("title", {}, say("pair.bar",
        {document: row.id, a: score(row.a), b: score(row.b), difference: signed(row.difference)})))));
    return page.element("figure", {class: "wide"}, drawing, page.element("figcaption", {}, caption));
  }

  /** The documents on which a system is furthest ahead of the other. */
  function furthest(shown, ahead, behind, sign) {
    const most = (sign > 0 ? shown : [...shown].reverse()).slice(0, MAX_DOCUMENTS)
      .filter(({difference}) => difference * sign > 0);
    const title = page.element("h3", {}, say.parts("pair.ahead", {system: nameOf(data.systems[ahead])}));
    if (!most.length) return page.element("div", {}, title, page.element("p", {class: "quiet"}, say("pair.nowhere_ahead")));
    return page.element("div", {}, title, page.element("ul", {class: "plain"}, most.map(({id, place, difference}) =>
      page.element("li", {}, link(id, () => documentsView.showDocument(place)), ` ${signed(Math.abs(difference))}`))));
  }

  const link = (words, onclick) => page.element("button", {type: "button", class: "link", dir: "auto", onclick}, words);

  /** The units that one system states and the other omits, the largest gap by weight first. */
  function omissions(first, second) {
    const layer = report.layer();
    if (!layer || !layer.measure) return [];
    return [
      page.element("h3", {}, say("pair.omissions", {metric: `${layer.name}_${layer.measure}`})),
      page.element("div", {class: "sides"}, [stated(first, second), stated(second, first)]),
    ];
  }

  function stated(system, other) {
    const found = data.documents.flatMap((_, place) => gaps(place, system, other));
    found.sort((a, b) => b.gap - a.gap);
    const heading = say.parts(found.length > MAX_UNITS ? "pair.stated_most" : "pair.stated", {number: MAX_UNITS,
      units: count(found.length, "pair.units"), system: nameOf(data.systems[system]), other: nameOf(data.systems[other])});
    return page.element("div", {}, page.element("p", {}, heading),
    page.element("ul", {class: "plain"}, found.slice(0, MAX_UNITS).map(({place, text, values}) => page.element("li", {dir: "auto"},
      page.element("span", {}, text), " ",
      page.element("span", {dir: "ltr"},
        page.element("span", {class: "quiet small"}, `${say("pair.percentages", {system: report.percent(values[0]), other: report.percent(values[1])})} · `),
        link(data.documents[place].id, () => documentsView.showDocument(place)))))));
  }

  function gaps(place, system, other) {
    const {units: all, values} = report.layer().documents[place];
    if (!values[system] || !values[other]) return [];
    return all.flatMap(({text, weight}, unit) => {
      const both = [values[system][unit], values[other][unit]];
      if (both[0] === null || both[1] === null || both[0] < report.STATED || both[1] >= report.STATED) return [];
      return [{place, text, values: both, gap: weight * (both[0] - both[1])}];
    });
  }

  /** Two systems, from a name elsewhere on the page. */
  function show(first, second) {
    chosen.pair = [first, second];
    draw();
    page.byId("pair-details").scrollIntoView();
    page.byId("first").focus({preventScroll: true});
  }

  function start() {
    for (const [place, id] of ["first", "second"].entries()) {
      page.fill(id, data.systems.map((name, index) => [index, name]));
      page.byId(id).addEventListener("change", (event) => {
        chosen.pair[place] = Number(event.target.value);
        draw();
      });
    }
    chosen.pair = data.metrics[chosen.metric].ranking.slice(0, 2).map(({system}) => system);
  }

  return {draw, show, start};
})();
