import type { MonitorMinute } from "~/text/ring";
import { addTimesToMinutes, type DatedMinute } from "./monitor-parts";
import { type MonitorWords, monitorLatencyText, monitorVerdictText } from "./monitor-words";
import { useWords } from "./words/words";

const [width, height] = [80, 28];
const tickHeightPx = 4;

const isDrawn = ({ state, milliseconds }: MonitorMinute): boolean =>
  milliseconds !== null && state !== "none" && state !== "down";

/**
 * Returns a function for the height of a response time, in proportion to the slowest. The middle between the slowest
 * and the fastest is at half height.
 */
function heightsOf(answers: readonly number[]): (milliseconds: number) => number {
  const slowest = Math.max(1, ...answers);
  const middle = (slowest + Math.min(slowest, ...answers)) / 2;
  return (milliseconds) => height / 2 - ((milliseconds - middle) / slowest) * (height - tickHeightPx);
}

/**
 * Returns one path over the minutes with a response. It has a gap where a check got no response, but not between two
 * checks.
 */
export function sparklinePath(minutes: readonly MonitorMinute[]): string {
  const heightOf = heightsOf(minutes.filter(isDrawn).map(({ milliseconds }) => milliseconds ?? 0));
  const step = width / Math.max(1, minutes.length - 1);
  let pen = "M";
  const parts = minutes.map(({ state, milliseconds }, index) => {
    if (state === "down" || state === "no_data") pen = "M";
    if (milliseconds === null || !isDrawn({ state, milliseconds })) return "";
    const y = heightOf(milliseconds);
    // A single answer between two gaps is a dot: a line of no length with round ends.
    const part = `${pen}${(index * step).toFixed(1)} ${y.toFixed(1)}${pen === "M" ? "h0" : ""}`;
    pen = "L";
    return part;
  });
  return parts.join("");
}

/** Returns short strokes at the bottom for the minutes that were down. */
const downPath = (minutes: readonly MonitorMinute[]): string =>
  minutes
    .map(({ state }, index) =>
      state === "down"
        ? `M${((index * width) / Math.max(1, minutes.length - 1)).toFixed(1)} ${height}v-${tickHeightPx}`
        : "",
    )
    .join("");

/**
 * Returns the response time, or for a check without one its verdict unless that is up; not every kind measures a
 * response time.
 */
const figure = (words: MonitorWords, { state, milliseconds }: MonitorMinute): string => {
  if (milliseconds !== null) return monitorLatencyText(words, milliseconds);
  return state === "up" ? "" : monitorVerdictText(words, state);
};

/** A sparkline as loaders send it: a tenth of the minutes that it is drawn from. */
export interface SparklineDrawing {
  line: string;
  down: string;
  /** The newest result of the hour, which remains during a pause; null when there is none. */
  newest: DatedMinute | null;
}

/** Returns the drawing of a ring that ends with the minute `ringEndsAt` (ms). */
export const sparklineDrawingOf = (ring: readonly MonitorMinute[], ringEndsAt: number): SparklineDrawing => ({
  line: sparklinePath(ring),
  down: downPath(ring),
  newest: addTimesToMinutes(ring, ringEndsAt).find(({ state }) => state !== "no_data") ?? null,
});

/** Sparkline of the last hour's response times; the figure beside it is the newest. */
export function ResponseTimeSparkline({ drawing: { line, down, newest } }: { drawing: SparklineDrawing }) {
  const words = useWords();
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        className="h-5 w-14 flex-none overflow-visible text-accent"
        viewBox={`0 0 ${width} ${height}`}
        fill="none"
        aria-hidden="true"
      >
        <path d={line} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
        {down === "" ? null : <path d={down} className="text-major" stroke="currentColor" strokeWidth="2" />}
      </svg>
      <span className="text-sm whitespace-nowrap tabular-nums">
        {newest ? figure(words, newest) : words.t("list.no_result")}
      </span>
    </span>
  );
}
