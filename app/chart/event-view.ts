import type { DateFormats } from "~/i18n/dates";
import type { WordKey, Words } from "~/i18n/words";
import { chartBox } from "./chart-box";
import {
  type ChartEvent,
  type ChartEventKind,
  type ChartEventPaths,
  type ChartTimeRange,
  chartEventPaths,
  chartEventPlace,
  chartEventsWithin,
} from "./chart-events";

/** An event in the list below a chart. */
export interface ListedChartEvent {
  kind: ChartEventKind;
  /** The number that it has in the drawing. */
  number: string;
  word: string;
  title: string;
  lang?: string | undefined;
  href: string;
  when: string;
  /** The first and the last point that it touches, as the reading of values finds them. */
  points: string;
}

export interface ChartEventMarks {
  paths: ChartEventPaths[];
  /** Numbers above the drawing; `place` in percent of its width. */
  numbers: { place: number; text: string }[];
  list: ListedChartEvent[];
  /** Text saying that older events are not marked; null = all are marked. */
  more: string | null;
}

const kindWords: Record<ChartEventKind, WordKey> = { incident: "incident.kind", maintenance: "maintenance.kind" };

/** Minimum distance between two numbers, in percent of the width. Closer numbers would overlap on a phone. */
const minDistancePercent = 4;

function spaced(all: readonly { place: number; text: string }[]): { place: number; text: string }[] {
  const kept: { place: number; text: string }[] = [];
  for (const each of all)
    if (each.place - (kept.at(-1)?.place ?? -minDistancePercent) >= minDistancePercent) kept.push(each);
  return kept;
}

const whenText = (words: Words, dates: DateFormats, { from, to }: ChartEvent): string =>
  to === null ? words.t("component.since", { time: dates.instant(from) }) : dates.span(from, Math.max(from, to));

/** Returns what a chart marks of the events in its stretch; null when there are none. */
export function chartEventMarksOf(
  words: Words,
  dates: DateFormats,
  events: readonly ChartEvent[],
  stretch: ChartTimeRange,
): ChartEventMarks | null {
  const { marked, hasMore } = chartEventsWithin(events, stretch);
  if (marked.length === 0) return null;
  const placed = marked.map((event, index) => ({
    event,
    kind: event.kind,
    number: words.number(index + 1),
    place: chartEventPlace(event, stretch),
  }));
  const middle = ({ left, right }: { left: number; right: number }) =>
    Math.round(((left + right) / 2 / chartBox.width) * 1000) / 10;
  return {
    paths: chartEventPaths(placed),
    numbers: spaced(
      placed
        .map(({ place, number }) => ({ place: middle(place), text: number }))
        .toSorted((one, other) => one.place - other.place),
    ),
    list: placed.map(({ event, number, place }) => ({
      kind: event.kind,
      number,
      word: words.t(kindWords[event.kind]),
      title: event.title,
      lang: event.lang,
      href: event.href,
      when: whenText(words, dates, event),
      points: place.points.join(" "),
    })),
    more: hasMore ? words.t("chart.events_cut", { most: words.number(marked.length) }) : null,
  };
}
