import { isTypingTarget, keysOffStorageKey } from "../frame/key-settings";
import type { SelectionCount } from "./select-all";

/** The behaviour that script adds to a table: a count, a box for all, a range by Shift, and keys. */
export interface TableBehaviour {
  selectAll(isSelected: boolean): void;
  stop(): void;
}

const boxSelector = "tbody input[type=checkbox]";
const linkSelector = "tbody th a[href]";

/** True unless the row is in a closed fold. */
const isShown = (row: Element): boolean => row.checkVisibility?.({ visibilityProperty: true }) !== false;

/** The link of each row that is shown, or its box where the row has no page of its own. */
const rowTargets = (around: HTMLElement): HTMLElement[] =>
  [...around.querySelectorAll("tbody tr")]
    .filter(isShown)
    .flatMap(
      (row) => row.querySelector<HTMLElement>(linkSelector) ?? row.querySelector<HTMLElement>(boxSelector) ?? [],
    );

/** Moves the focus by one row; without a row in focus to the first. */
function focusRow(targets: HTMLElement[], by: 1 | -1): void {
  const row = document.activeElement?.closest("tr");
  const at = targets.findIndex((target) => target.closest("tr") === row);
  targets[at < 0 ? 0 : Math.min(targets.length - 1, Math.max(0, at + by))]?.focus();
}

/** Ticks the boxes between the last one clicked and this one. */
function selectRange(boxes: HTMLInputElement[], from: HTMLInputElement, to: HTMLInputElement): void {
  const [first = 0, last = 0] = [boxes.indexOf(from), boxes.indexOf(to)].sort((a, b) => a - b);
  if (first < 0) return;
  for (const box of boxes.slice(first, last + 1)) box.checked = to.checked;
}

/** Returns a report that passes on what is new: a count that is shown changes the table's own markup. */
function reportOnChange(report: (count: SelectionCount) => void): (count: SelectionCount) => void {
  let last: SelectionCount | null = null;
  return (count) => {
    if (last?.selected === count.selected && last.rows === count.rows) return;
    last = count;
    report(count);
  };
}

/** Starts the behaviour of the table in an element, and reports its selection whenever it changes. */
export function startTableBehaviour(around: HTMLElement, report: (count: SelectionCount) => void): TableBehaviour {
  const boxes = () => [...around.querySelectorAll<HTMLInputElement>(boxSelector)];
  let clicked: HTMLInputElement | null = null;
  const reportNew = reportOnChange(report);
  const count = () => {
    const all = boxes();
    reportNew({ selected: all.filter(({ checked }) => checked).length, rows: all.length });
  };
  const onClick = (event: MouseEvent) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !box.matches(boxSelector)) return;
    if (event.shiftKey && clicked) selectRange(boxes(), clicked, box);
    clicked = box;
    count();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, metaKey, ctrlKey, altKey } = event;
    if (metaKey || ctrlKey || altKey || isTypingTarget(event.target) || localStorage.getItem(keysOffStorageKey)) return;
    if (key === "j" || key === "k") focusRow(rowTargets(around), key === "j" ? 1 : -1);
    else if (key === "x") document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>(boxSelector)?.click();
    else return;
    event.preventDefault();
  };
  around.addEventListener("click", onClick);
  around.addEventListener("change", count);
  document.addEventListener("keydown", onKey);
  // Rows come and go with the next page, a filter and a refresh.
  const rows = new MutationObserver(count);
  rows.observe(around, { childList: true, subtree: true });
  count();
  return {
    selectAll: (isSelected) => {
      for (const box of boxes()) box.checked = isSelected;
      count();
    },
    stop: () => {
      rows.disconnect();
      around.removeEventListener("click", onClick);
      around.removeEventListener("change", count);
      document.removeEventListener("keydown", onKey);
    },
  };
}
