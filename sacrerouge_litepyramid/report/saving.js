"use strict";
/* Tables as CSV and drawings as SVG or PNG, handed to the browser's downloads. */
const saving = (() => {
  /** What of the style a drawing needs outside the page. */
  const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "opacity", "font-size", "font-family", "font-weight", "paint-order"];
  const PIXELS = 2;

  /** A table and the button that saves it. */
  const withTable = (table, name) => [table, ofTable(table, name)];
  const ofTable = (table, name) => bar([["CSV", () => saveTable(table, name)]], name);

  /** The buttons that save what a function gives as a drawing. */
  const ofDrawing = (drawing, name) => bar([
    ["SVG", () => save(`${name}.svg`, new Blob([standalone(drawing).text], {type: "image/svg+xml"}))],
    ["PNG", () => savePicture(drawing, name)],
  ], name);

  function bar(buttons, name) {
    return page.element("p", {class: "save"}, buttons.map(([kind, onclick]) =>
      page.element("button", {type: "button", "aria-label": say("saving.save", {name, kind}), onclick}, kind)));
  }

  function saveTable(table, name) {
    const rows = [...table.rows].map((row) => [...row.cells].filter((cell) => !cell.classList.contains("axis")).map(valueOf));
    const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
    save(`${name}.csv`, new Blob(["\ufeff", text, "\r\n"], {type: "text/csv"}));
  }

  const valueOf = (cell) => (cell.dataset.value ?? cell.textContent).trim().replace(/\s+/g, " ");

  /** Quoted where it must be; what a spreadsheet would take for a formula becomes a text. */
  function quoted(value) {
    const harmless = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  }

  /** A drawing as a text of its own, with the styles that the page gives it. */
  function standalone(drawing) {
    const copy = drawing.cloneNode(true);
    const [{width, height}, ground] = [drawing.viewBox.baseVal, getComputedStyle(drawing).backgroundColor];
    const originals = [drawing, ...drawing.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((node, index) => {
      const style = getComputedStyle(originals[index]);
      for (const name of STYLED) if (style.getPropertyValue(name)) node.setAttribute(name, style.getPropertyValue(name));
      node.removeAttribute("class");
    });
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    copy.prepend(page.drawn("rect", {width, height, fill: ground}));
    return {text: new XMLSerializer().serializeToString(copy), width, height};
  }

  function savePicture(drawing, name) {
    const {text, width, height} = standalone(drawing);
    const picture = new Image();
    picture.onload = () => {
      const canvas = page.element("canvas", {width: width * PIXELS, height: height * PIXELS});
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(`${name}.png`, blob));
    };
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }

  function save(name, blob) {
    const address = URL.createObjectURL(blob);
    page.element("a", {href: address, download: name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  return {withTable, ofTable, ofDrawing};
})();
