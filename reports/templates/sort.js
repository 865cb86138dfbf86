"use strict";
// Tables sort by the column whose head is pressed: first as its kind suggests, then the other way round. What is not known stays last.
(function () {
  const known = (cell, numeric) => (numeric ? cell.dataset.value : cell.textContent.trim()) || "";

  function compare(first, second, numeric, sign) {
    const a = known(first, numeric);
    const b = known(second, numeric);
    if (a === "" || b === "") {
      return (a === "") - (b === "");
    }
    return sign * (numeric ? Number(a) - Number(b) : a.localeCompare(b, undefined, { numeric: true }));
  }

  function sort(head) {
    const table = head.closest("table");
    const body = table.tBodies[0];
    const numeric = head.classList.contains("number");
    const before = head.getAttribute("aria-sort");
    const order = before === "none" ? (numeric ? "descending" : "ascending") : before === "descending" ? "ascending" : "descending";
    const sign = order === "ascending" ? 1 : -1;
    const rows = Array.from(body.rows);
    rows.sort((a, b) => compare(a.cells[head.cellIndex], b.cells[head.cellIndex], numeric, sign));
    body.append(...rows);
    for (const other of table.tHead.rows[0].cells) {
      other.setAttribute("aria-sort", other === head ? order : "none");
    }
  }

  for (const head of document.querySelectorAll("thead th")) {
    head.querySelector("button").addEventListener("click", () => sort(head));
  }
})();
