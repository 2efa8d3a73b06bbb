/** Parts of the time to a first paint, in ms; together they are the whole. */
export type PaintTimes = Record<MainThreadActivityKind, number>;

export interface PaintTrace {
  spent: PaintTimes;
  /** Number of look-ups of a font family, and of fonts set up in a size. */
  matches: number;
  setUps: number;
}

export const mainThreadActivities = [
  "network",
  "parse",
  "style",
  "layout",
  "fonts",
  "paint",
  "raster",
  "other",
] as const;
export type MainThreadActivityKind = (typeof mainThreadActivities)[number];

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: unknown;
}

/** Activities of the browser's main thread by their names in the trace; the rest counts for its task. */
const partOf: Record<string, MainThreadActivityKind> = {
  RunTask: "other",
  ParseHTML: "parse",
  "CSSParserImpl::parseStyleSheet": "style",
  UpdateLayoutTree: "style",
  Layout: "layout",
  "FontCache::GetFontPlatformData": "fonts",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
  Commit: "paint",
};

const isMatch = ({ name }: TraceEvent) => name === "FontDataManager::onMatchFamilyStyle";
const isSetUp = ({ name }: TraceEvent) => name.endsWith("GetWebFontRenderStyleForStrike");

const last = (events: readonly TraceEvent[]): TraceEvent | undefined =>
  [...events].sort((one, other) => one.ts - other.ts).at(-1);

/** Returns the time by kind of activity. The time of a nested activity is not part of the outer activity's time. */
function selfTimes(events: readonly TraceEvent[], until: number): PaintTimes {
  const spent = Object.fromEntries(mainThreadActivities.map((part) => [part, 0])) as PaintTimes;
  const open: { part: MainThreadActivityKind; end: number }[] = [];
  const known = events.filter(({ name }) => name in partOf);
  for (const { name, ts, dur = 0 } of known.sort(
    (one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0),
  )) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop();
    const outer = open.at(-1);
    const end = Math.min(ts + dur, outer?.end ?? until);
    const part = partOf[name] ?? "other";
    spent[part] += (end - ts) / 1000;
    if (outer) spent[outer.part] -= (end - ts) / 1000;
    open.push({ part, end });
  }
  return spent;
}

const sum = (spent: PaintTimes) => mainThreadActivities.reduce((whole, part) => whole + spent[part], 0);

/** Returns the time from the navigation to `url` until its first paint; null when the trace does not contain it. */
export function paintTraceOf(trace: string, url: string): PaintTrace | null {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const paint = last(traceEvents.filter(({ name }) => name === "firstContentfulPaint"));
  const begins = traceEvents.filter(({ name, pid }) => name === "navigationStart" && pid === paint?.pid);
  const begin = last(begins.filter(({ args }) => JSON.stringify(args).includes(url)));
  if (!paint || !begin) return null;
  const within = traceEvents.filter(
    ({ ph, pid, tid, ts }) => ph === "X" && pid === paint.pid && tid === paint.tid && ts >= begin.ts && ts <= paint.ts,
  );
  const handedOver = last(within.filter(({ name }) => name === "Commit"));
  const until = handedOver ? handedOver.ts + (handedOver.dur ?? 0) : paint.ts;
  const spent = selfTimes(
    within.filter(({ ts }) => ts < until),
    until,
  );
  spent.raster = Math.max(0, paint.ts - until) / 1000;
  spent.network = (paint.ts - begin.ts) / 1000 - sum(spent);
  return { spent, matches: within.filter(isMatch).length, setUps: within.filter(isSetUp).length };
}
