/** Where the time to a first paint goes, in ms; all parts together are the whole. */
export type Spent = Record<Part, number>;

export interface Painting {
  spent: Spent;
  /** How often a family was looked up, and how often a face was set up in a size. */
  matches: number;
  setUps: number;
}

export const parts = ["network", "parse", "style", "layout", "fonts", "paint", "raster", "other"] as const;
export type Part = (typeof parts)[number];

interface Event {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: unknown;
}

/** What the browser's main thread does, by the names that its trace gives; what stands in none is its task's. */
const partOf: Record<string, Part> = {
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

const isMatch = ({ name }: Event) => name === "FontDataManager::onMatchFamilyStyle";
const isSetUp = ({ name }: Event) => name.endsWith("GetWebFontRenderStyleForStrike");

const last = (events: readonly Event[]): Event | undefined =>
  [...events].sort((one, other) => one.ts - other.ts).at(-1);

/** Time by part: what is inside another one is its own, not that one's as well. */
function selfTimes(events: readonly Event[], until: number): Spent {
  const spent = Object.fromEntries(parts.map((part) => [part, 0])) as Spent;
  const open: { part: Part; end: number }[] = [];
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

const sum = (spent: Spent) => parts.reduce((whole, part) => whole + spent[part], 0);

/** From the navigation to `url` until something of it was on the screen; null where the trace does not say. */
export function paintingOf(trace: string, url: string): Painting | null {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: Event[] };
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
