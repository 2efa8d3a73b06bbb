import type { DateFormats } from "~/i18n/dates";
import { elapsedTimeText } from "~/i18n/span";
import type { WordKey, Words } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { dayMs } from "~/time/durations";
import { chartBox } from "./chart-box";
import type { ChartEvent } from "./chart-events";
import { type ChartEventMarks, chartEventMarksOf } from "./event-view";
import { type ChartDrawing, type ChartMarkedState, drawResponsePaths, type ResponseLimit } from "./response-path";
import { type ResponseRow, responseRowsOf, responseTimeSummaryOf } from "./response-rows";
import { chartTimeTicks } from "./time-ticks";

export interface ResponseSeries {
  /** Oldest first, `stepMs` apart. */
  points: readonly ResultPoint[];
  stepMs: number;
  /** Limits that are drawn as lines with their names. */
  limits?: readonly ResponseLimit[];
  /** Incidents and maintenances that are marked where they overlap. */
  events?: readonly ChartEvent[];
}

/** A word in the drawing; its place in percent of the drawing. */
interface ChartLabel {
  place: string;
  text: string;
}

interface ChartTableRow {
  from: number;
  /** Number of points in it. */
  points: number;
  /** True when they have several states, of which its cell names the worst. */
  mixed: boolean;
  cells: string[];
}

/** The contents of a chart in words of one language, shared by both renderers. */
export interface ResponseChartView {
  drawing: Omit<ChartDrawing, "placeOf">;
  /** Labels of the time axis. If there are many, every second label is `between`, which is hidden on narrow screens. */
  across: (ChartLabel & { between: boolean })[];
  /** Label at the end of the time axis. */
  now: string;
  up: ChartLabel[];
  /**
   * Names of the limits. `place` is null for a limit above the drawing, which is only named in the text below. A name
   * is shown above its line, or `below` it if the row of events is there.
   */
  limits: { kind: ResponseLimit["kind"]; place: string | null; below: boolean; text: string }[];
  events: ChartEventMarks | null;
  reading: ChartReadingFacts;
  summary: string;
  legend: { state: ChartMarkedState; text: string }[];
  table: { title: string; zone: string; heads: string[]; rows: ChartTableRow[] };
}

/** The facts with which chart-reader says the values in a browser. */
interface ChartReadingFacts {
  /** Start of the first point, UTC ms, and the length of each. */
  from: number;
  stepMs: number;
  language: string;
  /** The tag of its dates, which in management has the person's region. */
  locale: string;
  zone: string;
  /** Texts of a value, with a # for the number. */
  ms: string;
  s: string;
}

const stateWords: Record<ResultPoint["state"], WordKey> = {
  up: "chart.state_up",
  degraded: "chart.state_degraded",
  down: "chart.state_down",
  no_data: "chart.state_no_data",
  none: "chart.state_none",
};

/** "85 ms", "1.25 s" */
export function chartLatencyText({ t, number }: Words, milliseconds: number | null): string {
  if (milliseconds === null) return t("chart.none");
  if (milliseconds < 1000) return t("chart.ms", { value: number(milliseconds) });
  return t("chart.s", { value: number(Math.round(milliseconds / 10) / 100) });
}

function outages({ t, number }: Words, down: number, known: number): string {
  if (known === 0) return t("chart.unknown");
  return down === 0 ? t("chart.no_outage") : t("chart.down", { down: number(down), count: known });
}

function summaryText(words: Words, { points, stepMs }: ResponseSeries): string {
  const { t } = words;
  const { median, slowest, down, known } = responseTimeSummaryOf(points);
  if (median === null && known === 0) return t("chart.unknown");
  const times =
    median === null
      ? t("chart.no_answer")
      : t("chart.median", { median: chartLatencyText(words, median), slowest: chartLatencyText(words, slowest) });
  const mean = t("chart.step", { span: elapsedTimeText(words, stepMs) });
  return words.sentences([times, outages(words, down, known), ...(median === null ? [] : [mean])]);
}

const rowCells = (
  words: Words,
  dates: DateFormats,
  stepMs: number,
  { from, to, state, mixed, mean, slowest }: ResponseRow,
): ChartTableRow => ({
  from,
  points: Math.round((to - from) / stepMs),
  mixed,
  cells: [
    dates.span(from, to),
    words.t(stateWords[state]),
    chartLatencyText(words, mean),
    chartLatencyText(words, slowest),
  ],
});

const percent = (value: number, whole: number) => `${Math.round((value / whole) * 10_000) / 100}%`;

/** Distance from the start (in percent) within which a word would leave the drawing. */
const startPercent = 4;
/** Returns how far words may extend beside the label at the end, on a phone: a letter takes some three percent. */
const endBeside = (now: string) => 94 - 3 * Math.max(3, now.length);
const roomyTickCount = 5;

type ChartPosition = ChartDrawing["placeOf"];

function acrossOf(
  dates: DateFormats,
  { points, stepMs }: ResponseSeries,
  placeOf: ChartPosition,
  now: string,
): ResponseChartView["across"] {
  if (points.length === 0) return [];
  const ticks = chartTimeTicks(dates.zone, points[0]?.at ?? 0, (points.at(-1)?.at ?? 0) + stepMs)
    .map((tick) => ({ ...tick, x: (placeOf(tick.at) / chartBox.width) * 100 }))
    .filter(({ x }) => x >= startPercent && x <= endBeside(now));
  return ticks.map(({ at, date, x }, index) => ({
    place: percent(x, 100),
    text: date === null ? dates.clock(at) : dates.days(date, date),
    between: ticks.length > roomyTickCount && (ticks.length - 1 - index) % 2 === 1,
  }));
}

const limitWords: Record<ResponseLimit["kind"], WordKey> = { slow: "chart.slow_above", timeout: "chart.timeout" };

/** Height that a name takes above its line. */
const nameHeight = 16;

function limitTexts(words: Words, limits: ChartDrawing["limits"]): ResponseChartView["limits"] {
  return limits.map(({ kind, milliseconds, y }) => {
    const text = words.t(limitWords[kind], { time: chartLatencyText(words, milliseconds) });
    if (y === null) return { kind, place: null, below: false, text: words.t("chart.limit_beyond", { limit: text }) };
    return { kind, place: percent(y, chartBox.height), below: y < chartBox.top + nameHeight, text };
  });
}

const readingFacts = (
  { t, language }: Words,
  { zone, locale }: DateFormats,
  from: number,
  stepMs: number,
): ChartReadingFacts => ({
  from,
  stepMs,
  language,
  locale,
  zone,
  ms: t("chart.ms", { value: "#" }),
  s: t("chart.s", { value: "#" }),
});

/** Returns words and paths of a chart. Times are shown in the zone of `dates`. */
export function responseChartViewOf(words: Words, dates: DateFormats, series: ResponseSeries): ResponseChartView {
  const { points, stepMs, limits = [], events = [] } = series;
  const { placeOf, ...drawing } = drawResponsePaths(points, stepMs, limits);
  const { t } = words;
  const now = t(stepMs === dayMs ? "bars.today" : "chart.now");
  const from = points[0]?.at ?? 0;
  const stretch = { from, to: from + points.length * stepMs, stepMs };
  return {
    drawing,
    across: acrossOf(dates, series, placeOf, now),
    now,
    up: drawing.marks.map(({ milliseconds, y }) => ({
      place: percent(y, chartBox.height),
      text: chartLatencyText(words, milliseconds),
    })),
    limits: limitTexts(words, drawing.limits),
    events: chartEventMarksOf(words, dates, events, stretch),
    reading: readingFacts(words, dates, from, stepMs),
    summary: summaryText(words, series),
    legend: drawing.bands.map(({ state }) => ({ state, text: t(stateWords[state]) })),
    table: {
      title: t("chart.table"),
      zone: t("layout.times", { zone: timeZoneName(dates.zone) }),
      heads: [t("chart.when"), t("chart.state"), t("chart.mean"), t("chart.slowest")],
      rows: responseRowsOf(points, stepMs).map((row) => rowCells(words, dates, stepMs, row)),
    },
  };
}
