import { chartBox } from "./chart-box";

const chartEventKinds = ["incident", "maintenance"] as const;
export type ChartEventKind = (typeof chartEventKinds)[number];

/** An incident or a maintenance that a chart marks; instants are UTC ms. */
export interface ChartEvent {
  kind: ChartEventKind;
  title: string;
  /** Language of the title, where the text around it is in another one. */
  lang?: string | undefined;
  href: string;
  from: number;
  /** Null = it has not ended. */
  to: number | null;
}

/** The span [from, to) that a chart covers, and the length of one of its points, in ms. */
export interface ChartTimeRange {
  from: number;
  to: number;
  stepMs: number;
}

/** Maximum number of events that a chart marks, because more marks would cover its line. */
export const maxChartEvents = 9;

/** The events that overlap the stretch, oldest first; of too many the newest, and whether any are left out. */
export function chartEventsWithin(
  events: readonly ChartEvent[],
  { from, to }: ChartTimeRange,
): { marked: ChartEvent[]; hasMore: boolean } {
  const inside = events
    .filter((event) => event.from < to && (event.to ?? to) > from)
    .toSorted((one, other) => one.from - other.from || (one.href < other.href ? -1 : 1));
  return { marked: inside.slice(-maxChartEvents), hasMore: inside.length > maxChartEvents };
}

/** The place of an event in the drawing: its edges, and the first and the last point that it touches. */
interface ChartEventPlace {
  left: number;
  right: number;
  points: [first: number, last: number];
}

/** Least width of a band, so that an event of a minute is seen on a chart of 90 days. */
const minWidth = 4;

const rounded = (value: number): number => Math.round(value * 10) / 10;

export function chartEventPlace(event: ChartEvent, { from, to, stepMs }: ChartTimeRange): ChartEventPlace {
  const { width } = chartBox;
  const [start, end] = [Math.max(from, event.from), Math.min(to, event.to ?? to)];
  const place = (at: number) => ((at - from) / (to - from)) * width;
  const left = Math.min(place(start), width - minWidth);
  const right = Math.max(place(end), left + minWidth);
  const first = Math.floor((start - from) / stepMs);
  const last = Math.max(first, Math.ceil((end - from) / stepMs) - 1);
  return { left: rounded(left), right: rounded(right), points: [first, last] };
}

/** Height of the bar above the drawing: each kind has a lane, so that they differ by place and by shape. */
const lanes: Record<ChartEventKind, number> = { incident: 2, maintenance: 7 };

export interface ChartEventPaths {
  kind: ChartEventKind;
  /** The area behind the line. */
  wash: string;
  /** The bar above it. */
  bar: string;
}

/** One pair of paths for each kind that occurs. */
export const chartEventPaths = (
  placed: readonly { kind: ChartEventKind; place: ChartEventPlace }[],
): ChartEventPaths[] =>
  chartEventKinds.flatMap((kind) => {
    const own = placed.filter((each) => each.kind === kind).map(({ place }) => place);
    if (own.length === 0) return [];
    const { top, ground } = chartBox;
    const wash = own.map(({ left, right }) => `M${left},${ground}V${top}H${right}V${ground}Z`).join("");
    return [{ kind, wash, bar: own.map(({ left, right }) => `M${left},${lanes[kind]}H${right}`).join("") }];
  });
