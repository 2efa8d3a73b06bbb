import type { Minute } from "~/text/ring";
import { latencyText, type MonitorWords, verdictText } from "./monitor-words";
import { useWords } from "./words/words";

const [width, height] = [80, 28];
const tick = 4;

/** One path over the minutes that had an answer: it breaks where somebody waited in vain, not between two checks. */
export function sparkPath(minutes: readonly Minute[]): string {
  const slowest = Math.max(1, ...minutes.map(({ milliseconds }) => milliseconds ?? 0));
  const step = width / Math.max(1, minutes.length - 1);
  let pen = "M";
  const parts = minutes.map(({ state, milliseconds }, index) => {
    if (state === "down" || state === "no_data") pen = "M";
    if (state === "none" || milliseconds === null || state === "down") return "";
    const y = height - 1 - (milliseconds / slowest) * (height - tick);
    // An answer alone between two silences is a dot: a line of no length with round ends.
    const part = `${pen}${(index * step).toFixed(1)} ${y.toFixed(1)}${pen === "M" ? "h0" : ""}`;
    pen = "L";
    return part;
  });
  return parts.join("");
}

/** Where it was down: short strokes at the foot. */
const downPath = (minutes: readonly Minute[]): string =>
  minutes
    .map(({ state }, index) =>
      state === "down" ? `M${((index * width) / Math.max(1, minutes.length - 1)).toFixed(1)} ${height}v-${tick}` : "",
    )
    .join("");

/** What has no length of time says what it found where that is not well, as not every kind waits for an answer. */
const figure = (words: MonitorWords, { state, milliseconds }: Minute): string => {
  if (milliseconds !== null) return latencyText(words, milliseconds);
  return state === "up" ? "" : verdictText(words, state);
};

/** The last hour's response times; the figure beside it says the newest. */
export function Sparkline({ ring, newest }: { ring: readonly Minute[]; newest: Minute | null }) {
  const words = useWords();
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        className="h-7 w-20 flex-none overflow-visible text-accent"
        viewBox={`0 0 ${width} ${height}`}
        fill="none"
        aria-hidden="true"
      >
        <path
          d={sparkPath(ring)}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d={downPath(ring)} className="text-major" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="text-sm whitespace-nowrap tabular-nums">
        {newest ? figure(words, newest) : words.t("list.no_result")}
      </span>
    </span>
  );
}
