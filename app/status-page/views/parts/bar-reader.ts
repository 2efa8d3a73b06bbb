import { chartPointAfterKey, chartPointAtShare } from "~/chart/chart-reading";
import { dayMs } from "~/time/durations";
import { type BarDay, type DrawnBars, daysOfBars } from "./bar-reading";

/** The bars that are read, and their day. */
interface BarPosition {
  bars: SVGElement;
  day: number;
}

/** Keeps the browser's own hint away, which would cover what is read. */
function drawnBars(path: SVGElement): DrawnBars {
  const hint = path.querySelector("title");
  if (hint) {
    path.dataset.story = hint.textContent ?? "";
    hint.remove();
  }
  const letter = path.getAttribute("class") ?? "";
  return { letter: letter === "z" ? "-" : letter, d: path.getAttribute("d") ?? "", story: path.dataset.story ?? null };
}

const daysOf = (bars: SVGElement): BarDay[] =>
  daysOfBars([...bars.querySelectorAll<SVGElement>("path")].map(drawnBars));

const isMirrored = (bars: Element): boolean => getComputedStyle(bars).direction === "rtl";

const barsAt = (target: EventTarget | null): SVGElement | null => {
  const link = target instanceof Element ? target.closest(".bars .v, .bars .b") : null;
  return link?.matches(".v") ? link.querySelector<SVGElement>(".b") : (link as SVGElement | null);
};

/** Returns the text of a day: its details if it has any, otherwise its date and its state, as in the list. */
function dayText({ dataset }: HTMLElement, { letter, story }: BarDay, day: number): string {
  if (story !== null) return story;
  const date = new Intl.DateTimeFormat(dataset.dates, {
    timeZone: "UTC",
    calendar: "gregory",
    month: "short",
    day: "numeric",
  }).format(Date.parse(`${dataset.first}T12:00:00Z`) + day * dayMs);
  const texts = JSON.parse(dataset.days ?? "{}") as Record<string, string>;
  return (texts[letter] ?? "").replace("#", date);
}

/** Stands the text below its day, within the width of the bars. */
function place(readout: HTMLElement, { list, bars, share }: { list: Element; bars: Element; share: number }): void {
  const [frame, box] = [list.getBoundingClientRect(), bars.getBoundingClientRect()];
  readout.style.left = `${box.left - frame.left + share * box.width}px`;
  readout.style.top = `${box.bottom - frame.top}px`;
  readout.style.transform = `translateX(-${share * 100}%)`;
  readout.style.setProperty("--at", `${share * 100}%`);
}

let read: BarPosition | null = null;
let isTouch = false;

const readoutOf = (list: Element | null) => list?.querySelector<HTMLElement>(".day") ?? null;

function hide(): void {
  const readout = readoutOf(document.querySelector(".bars"));
  if (readout) readout.hidden = true;
  read = null;
}

function show(bars: SVGElement, wanted: number): void {
  const list = bars.closest<HTMLElement>(".bars");
  const readout = readoutOf(list);
  const days = daysOf(bars);
  const day = Math.min(days.length - 1, wanted);
  const shown = days[day];
  if (!list || !readout || !shown) return;
  read = { bars, day };
  const share = (day + 0.5) / days.length;
  readout.hidden = false;
  readout.textContent = dayText(list, shown, day);
  place(readout, { list, bars, share: isMirrored(bars) ? 1 - share : share });
}

function dayAt(bars: SVGElement, { clientX }: MouseEvent): number {
  const { left, width } = bars.getBoundingClientRect();
  return chartPointAtShare((clientX - left) / width, daysOf(bars).length, isMirrored(bars));
}

function point(event: PointerEvent): void {
  const bars = barsAt(event.target);
  if (bars) show(bars, dayAt(bars, event));
  else if (event.pointerType === "mouse" && !barsAt(document.activeElement)) hide();
}

/** A first tap shows the day under the finger; a second tap on the same day follows the link. */
function tap(event: MouseEvent, before: BarPosition | null): void {
  const bars = barsAt(event.target);
  if (!bars || !isTouch || !bars.closest("a")) return;
  const day = dayAt(bars, event);
  if (before?.bars !== bars || before.day !== day) event.preventDefault();
}

function press(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") hide();
  const bars = barsAt(document.activeElement);
  if (!bars) return;
  const day = read?.bars === bars ? read.day : daysOf(bars).length - 1;
  const next = chartPointAfterKey(event.key, day, daysOf(bars).length, isMirrored(bars));
  if (next === null) return;
  event.preventDefault();
  show(bars, next);
}

/** Lets the bars of a list of components be read day by day: under the pointer, by keys, and by touch. */
export function enableUptimeBarReading(): void {
  let before: BarPosition | null = null;
  document.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType === "touch";
    before = read;
    point(event);
    if (isTouch && !barsAt(event.target)) hide();
  });
  document.addEventListener("pointermove", point);
  document.addEventListener("click", (event) => tap(event, before));
  document.addEventListener("keydown", press);
  document.addEventListener("focusin", ({ target }) => {
    const bars = barsAt(target);
    if (bars && !isTouch) show(bars, Number.POSITIVE_INFINITY);
  });
  document.addEventListener("focusout", hide);
}
