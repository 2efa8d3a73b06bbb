import type { DateFormats } from "~/i18n/dates";
import { elapsedTimeText } from "~/i18n/span";
import type { WordKey, Words } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { dayMs } from "~/time/durations";
import { type ChartDrawing, chartBox, drawResponsePaths, type MarkedState } from "./response-path";
import { type ResponseRow, responseRowsOf, responseTimeSummaryOf } from "./response-rows";
import { timeTicks } from "./time-ticks";

export interface ResponseSeries {
  /** Oldest first, `stepMs` apart. */
  points: readonly ResultPoint[];
  stepMs: number;
  /** Threshold (ms) above which an answer counts as slow; a line is drawn there. */
  degradedAboveMs?: number | null;
}

/** A word in the drawing; its place in percent of the drawing. */
interface ChartLabel {
  place: string;
  text: string;
}

/** The contents of a chart in words of one language, shared by both renderers. */
export interface ResponseChartView {
  drawing: Omit<ChartDrawing, "placeOf">;
  /** Labels of the time axis. When there are many, every second one is `between`: hidden when space is scarce. */
  across: (ChartLabel & { between: boolean })[];
  /** Label at the end of the time axis. */
  now: string;
  up: ChartLabel[];
  slow: ChartLabel | null;
  summary: string;
  legend: { state: MarkedState; text: string }[];
  table: { title: string; zone: string; heads: string[]; rows: { from: number; cells: string[] }[] };
}

const stateWords: Record<ResultPoint["state"], WordKey> = {
  up: "chart.state_up",
  degraded: "chart.state_degraded",
  down: "chart.state_down",
  no_data: "chart.state_no_data",
  none: "chart.state_none",
};

/** "85 ms", "1.25 s" */
export function latencyText({ t, number }: Words, milliseconds: number | null): string {
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
      : t("chart.median", { median: latencyText(words, median), slowest: latencyText(words, slowest) });
  const mean = t("chart.step", { span: elapsedTimeText(words, stepMs) });
  return words.sentences([times, outages(words, down, known), ...(median === null ? [] : [mean])]);
}

const rowCells = (words: Words, dates: DateFormats, { from, to, state, mean, slowest }: ResponseRow) => ({
  from,
  cells: [dates.span(from, to), words.t(stateWords[state]), latencyText(words, mean), latencyText(words, slowest)],
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
  const ticks = timeTicks(dates.zone, points[0]?.at ?? 0, (points.at(-1)?.at ?? 0) + stepMs)
    .map((tick) => ({ ...tick, x: (placeOf(tick.at) / chartBox.width) * 100 }))
    .filter(({ x }) => x >= startPercent && x <= endBeside(now));
  return ticks.map(({ at, date, x }, index) => ({
    place: percent(x, 100),
    text: date === null ? dates.clock(at) : dates.days(date, date),
    between: ticks.length > roomyTickCount && (ticks.length - 1 - index) % 2 === 1,
  }));
}

/** Returns words and paths of a chart. Times are shown in the zone of `dates`. */
export function responseChartViewOf(words: Words, dates: DateFormats, series: ResponseSeries): ResponseChartView {
  const { points, stepMs, degradedAboveMs = null } = series;
  const { placeOf, ...drawing } = drawResponsePaths(points, stepMs, degradedAboveMs);
  const { t } = words;
  const now = t(stepMs === dayMs ? "bars.today" : "chart.now");
  const upward = (y: number, text: string) => ({ place: percent(y, chartBox.height), text });
  return {
    drawing,
    across: acrossOf(dates, series, placeOf, now),
    now,
    up: drawing.marks.map(({ milliseconds, y }) => upward(y, latencyText(words, milliseconds))),
    slow: drawing.slow && upward(drawing.slow.y, t("chart.slow")),
    summary: summaryText(words, series),
    legend: drawing.bands.map(({ state }) => ({ state, text: t(stateWords[state]) })),
    table: {
      title: t("chart.table"),
      zone: t("layout.times", { zone: timeZoneName(dates.zone) }),
      heads: [t("chart.when"), t("chart.state"), t("chart.mean"), t("chart.slowest")],
      rows: responseRowsOf(points, stepMs).map((row) => rowCells(words, dates, row)),
    },
  };
}
