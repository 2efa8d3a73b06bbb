import {
  chartPointAfterKey,
  chartPointAtShare,
  responseRowOfChartPoint,
  sumPointCounts,
  valuesOfChartLine,
} from "./chart-reading";

/** Returns what `name` selects beside the drawing: its line, its rows, its events. Bars of days have a table further on. */
const around = <Found extends Element>(plot: HTMLElement, name: string): Found[] => [
  ...((plot.closest(".rc-figure") ?? document.querySelector("#days"))?.querySelectorAll<Found>(name) ?? []),
];

const numberOf = (text: string | undefined): number => Number(text ?? 0);

const rowSizes = (rows: readonly HTMLElement[]): number[] => rows.map(({ dataset }) => numberOf(dataset.n));

/** Says a value as the chart's axis does: its texts have a # where the number stands. */
function valueText({ dataset }: HTMLElement, milliseconds: number): string {
  const format = new Intl.NumberFormat(dataset.lang);
  const [text, value] =
    milliseconds < 1000 ? [dataset.ms, milliseconds] : [dataset.s, Math.round(milliseconds / 10) / 100];
  return (text ?? "").replace("#", format.format(value));
}

function timeText({ dataset }: HTMLElement, index: number): string {
  const digits = dataset.top ? "2-digit" : undefined;
  return new Intl.DateTimeFormat(dataset.dates ?? dataset.lang, {
    timeZone: dataset.zone as string,
    calendar: "gregory",
    month: "short",
    day: "numeric",
    hour: digits,
    minute: digits,
    hourCycle: "h23",
  }).format(numberOf(dataset.from) + index * numberOf(dataset.step));
}

/** Returns the titles of the incidents and maintenances that touch a point. */
const eventTitles = (plot: HTMLElement, index: number): string[] =>
  around<HTMLElement>(plot, "[data-points]").flatMap((event) => {
    const [first = 0, last = -1] = (event.dataset.points ?? "").split(" ").map(Number);
    return first <= index && index <= last ? [event.querySelector("a")?.textContent ?? ""] : [];
  });

/**
 * Returns the state of a row's points; none when they have several, as the row names only the worst of them. Of a day
 * alone, also what it says of its incidents and of how long its states lasted.
 */
function stateTexts(row: HTMLElement | undefined, isDay: boolean): string[] {
  if (!row || row.matches("[data-mixed]")) return [];
  const cells = row.querySelectorAll(isDay && row.dataset.n === "1" ? "td" : "td:first-of-type");
  return [...cells].flatMap(({ childNodes }) => [...childNodes].map(({ textContent }) => textContent ?? ""));
}

/** Returns what is read of a point: its time, its value and state as far as known, and what happened then. */
function readingText(plot: HTMLElement, index: number, rows: readonly HTMLElement[]): string {
  const [line] = around(plot, ".rc-line");
  const sizes = rowSizes(rows);
  const count = sumPointCounts(sizes);
  const values = valuesOfChartLine(line?.getAttribute("d") ?? "", count, numberOf(plot.dataset.top));
  const states = stateTexts(rows[responseRowOfChartPoint(sizes, index)], !plot.dataset.top);
  const value = values[index] ?? null;
  const answer = value === null ? [] : [valueText(plot, value)];
  return [timeText(plot, index), ...answer, ...states, ...eventTitles(plot, index)].join(" · ");
}

/** Reads a chart for its visitor: what it says comes from the chart's own markup, whenever it is read. */
class ChartReader {
  /** The point that is read; -1 before the first. */
  private index = -1;
  /** True when the focus went because the page was renewed, and not to something else. */
  private hasLostFocus = false;

  constructor(private readonly plot: HTMLElement) {
    for (const name of ["pointermove", "pointerdown"] as const)
      plot.addEventListener(name, (event) => this.point(event));
    plot.addEventListener("pointerleave", () => document.activeElement !== plot && this.hide());
    plot.addEventListener("focus", () => this.show(this.wanted));
    plot.addEventListener("blur", () => this.leave());
    plot.addEventListener("keydown", (event) => this.press(event));
  }

  /** Makes it something to move in, for the keyboard and for screen readers. */
  offer(): void {
    const { plot } = this;
    plot.tabIndex = 0;
    plot.setAttribute("role", "slider");
    const name = plot.firstElementChild?.ariaLabel ?? plot.querySelector("title")?.textContent;
    plot.setAttribute("aria-label", name ?? "");
    plot.setAttribute("aria-valuemin", "0");
    if (this.hasLostFocus) plot.focus({ preventScroll: true });
    this.hasLostFocus = false;
    if (document.activeElement === plot) this.show(this.wanted);
    else this.say(this.wanted);
  }

  /** The point that was read last; before the first, the newest. */
  private get wanted(): number {
    return this.index < 0 ? Number.POSITIVE_INFINITY : this.index;
  }

  private get isMirrored(): boolean {
    return this.plot.matches(".rc-turned");
  }

  private get rows(): HTMLElement[] {
    return around(this.plot, "[data-n]");
  }

  private get count(): number {
    return sumPointCounts(rowSizes(this.rows));
  }

  private say(wanted: number): { text: string; index: number } {
    const last = this.count - 1;
    const index = Math.min(last, wanted);
    const text = last < 0 ? "" : readingText(this.plot, index, this.rows);
    this.plot.setAttribute("aria-valuemax", `${Math.max(0, last)}`);
    this.plot.setAttribute("aria-valuenow", `${Math.max(0, index)}`);
    this.plot.setAttribute("aria-valuetext", text);
    return { text, index };
  }

  private parts(): HTMLElement[] {
    return [...this.plot.querySelectorAll<HTMLElement>(".rc-mark,.rc-read")];
  }

  show(wanted: number): void {
    const { text, index } = this.say(wanted);
    const [mark, readout] = this.parts();
    if (!mark || !readout || text === "") return;
    this.index = index;
    const share = ((index + 0.5) / this.count) * 100;
    const left = this.isMirrored ? 100 - share : share;
    for (const part of [mark, readout]) {
      part.hidden = false;
      part.style.left = `${left}%`;
    }
    // The readout stays within the drawing: at its left edge it stands to the right of the marker.
    readout.style.transform = `translateX(-${left}%)`;
    readout.textContent = text;
  }

  private leave(): void {
    this.hasLostFocus = !this.plot.hasAttribute("tabindex");
    if (!this.hasLostFocus) this.hide();
  }

  private hide(): void {
    for (const part of this.parts()) part.hidden = true;
  }

  private point({ clientX }: PointerEvent): void {
    const { left, width } = this.plot.getBoundingClientRect();
    this.show(chartPointAtShare((clientX - left) / width, this.count, this.isMirrored));
  }

  private press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.hide();
    const next = chartPointAfterKey(event.key, this.index, this.count, this.isMirrored);
    if (next === null) return;
    event.preventDefault();
    this.show(next);
  }
}

const readers = new WeakMap<HTMLElement, ChartReader>();

/** Lets a chart be read point by point. A chart that lost what was added to it, as its page was renewed, gets it again. */
export function enableChartReading(plot: HTMLElement): void {
  if (readers.has(plot) && plot.getAttribute("role") === "slider") return;
  const reader = readers.get(plot) ?? new ChartReader(plot);
  readers.set(plot, reader);
  reader.offer();
}
