"use strict";
/* The ranking of the systems as CSV, handed to the browser's downloads. */
const saving = (() => {
  const BYTE_ORDER_MARK = "\ufeff";
  const FILE = "systems.csv";
  const FORMULA = /^[=+\-@\t\r]/;
  const NUMBER = /^[+-]?[\d.]+(e[+-]?\d+)?$/i;

  /** The button that saves a table. */
  const button = (table) => page.element("p", {class: "save"},
    page.element("button", {type: "button", onclick: () => save(table)}, say("saving.save")));

  function save(table) {
    const lines = [...table.rows].map((row) => [...row.cells].filter(hasText).map(textOf).map(quoted).join(","));
    const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, lines.join("\r\n"), "\r\n"], {type: "text/csv"}));
    page.element("a", {href: address, download: FILE}).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /** Whether a cell has more than a drawing. */
  const hasText = (cell) => !cell.classList.contains("axis");

  const textOf = (cell) => cell.textContent.trim().replace(/\s+/g, " ");

  /** Quoted where it must be; what a spreadsheet would take for a formula becomes a text. */
  function quoted(value) {
    const harmless = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  }

  return {button};
})();
