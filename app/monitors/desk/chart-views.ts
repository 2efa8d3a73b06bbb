import type { ChartEvent } from "~/chart/chart-events";
import type { ResponseLimit } from "~/chart/response-path";
import { responseRangeTexts } from "~/chart/response-ranges";
import { type ResponseChartView, type ResponseSeries, responseChartViewOf } from "~/chart/response-view";
import type { ChartEventFact } from "~/components/chart-events";
import type { DateFormats } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import { secondMs } from "~/time/durations";
import type { ResultRange } from "../rules/monitor-points";

const rooms: Record<ChartEventFact["kind"], string> = { incident: "incidents", maintenance: "maintenances" };

/** Links what a chart marks to its room in management. */
export const linkChartEvents = (slug: string, events: readonly ChartEventFact[]): ChartEvent[] =>
  events.map(({ id, ...event }) => ({ ...event, href: `/manage/${slug}/${rooms[event.kind]}/${id}` }));

interface MonitorLimits {
  /** Ms above which an answer is slow; null when speed does not count. */
  slowMs: number | null;
  /** Ms after which no answer is waited for. */
  timeoutMs: number;
}

export const responseLimitsOf = ({ slowMs, timeoutMs }: MonitorLimits): ResponseLimit[] => [
  ...(slowMs === null ? [] : [{ kind: "slow" as const, milliseconds: slowMs }]),
  { kind: "timeout", milliseconds: timeoutMs },
];

/** One chart with its id on the page. Its title is also its heading where several charts follow each other. */
interface TitledChart {
  id: string;
  title: string;
  view: ResponseChartView;
}

/** The response times of a management page, in words. */
export interface ResponseTimesView {
  title: string;
  rangeLabel: string;
  ranges: Record<ResultRange, string>;
  range: ResultRange;
  /** Notes above and below the charts; null = none. */
  from: string | null;
  more: string | null;
  charts: TitledChart[];
}

interface TitledSeries extends ResponseSeries {
  id: string;
  title: string;
}

interface ResponseTimesFacts {
  /** Formats of the viewer (DeskRequest). */
  dates: DateFormats;
  range: ResultRange;
  from: string | null;
  more: string | null;
  series: readonly TitledSeries[];
}

export function responseTimesView(words: Words, facts: ResponseTimesFacts): ResponseTimesView {
  const { dates, series, ...rest } = facts;
  return {
    ...rest,
    title: words.t("chart.heading"),
    rangeLabel: words.t("chart.ranges"),
    ranges: responseRangeTexts(words),
    charts: series.map(({ id, title, ...each }) => ({ id, title, view: responseChartViewOf(words, dates, each) })),
  };
}

interface MonitorTimesFacts extends Pick<ResponseTimesFacts, "range" | "from"> {
  desk: { slug: string; dates: DateFormats };
  slowMs: number | null;
  read: { timeoutSeconds: number };
  results: Pick<ResponseSeries, "points" | "stepMs">;
  events: readonly ChartEventFact[];
}

/** Returns the one chart of a monitor's page. */
export function monitorTimesView(words: Words, facts: MonitorTimesFacts): ResponseTimesView {
  const { desk, range, from, slowMs, read, results, events } = facts;
  const limits = responseLimitsOf({ slowMs, timeoutMs: read.timeoutSeconds * secondMs });
  const marked = { limits, events: linkChartEvents(desk.slug, events) };
  const series = [{ id: "times", title: words.t("chart.heading"), ...results, ...marked }];
  return responseTimesView(words, { dates: desk.dates, range, from, more: null, series });
}
