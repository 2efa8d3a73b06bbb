/** @jsxImportSource ~/html */
import { localiseTitle } from "~/i18n/said-title";
import type { WordKey } from "~/i18n/words";
import { dayMs } from "~/time/durations";
import { uptimePartsByDate } from "../../rules/day-stories";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { countTroubledDays, undrawnDay, uptimeBarDayPath, uptimeBarPaths, uptimeBarsViewBox } from "./bar-paths";
import { type DayIncidents, incidentsOfDayRun } from "./day-incidents";
import { type DayRun, dayIndexOf, troubledDayOn } from "./day-runs";
import { renderCache, renderedPartCache } from "./drawing-cache";
import type { RenderContext } from "./frame";
import { statusOfDayRun, statusSpansText } from "./run-text";

const wordOf: Record<string, WordKey> = {
  m: "bars.m",
  p: "bars.p",
  d: "bars.d",
  x: "bars.x",
  n: "bars.n",
  "-": "bars.before",
};

/** Caches, because most components have the same days as others: none with trouble. */
const keepText = renderCache<string>(1000);
const keepPaths = renderedPartCache(1000);

/** Describes the bars in words. */
export const uptimeBarsText = (frame: RenderContext, days: string): string =>
  keepText(`${frame.words.language} ${days}`, () => tellBars(frame, days));

function tellBars({ words: { t, list } }: RenderContext, days: string): string {
  const trouble = countTroubledDays(days);
  if (trouble.length === 0) return t("bars.calm", { count: days.length });
  const parts = trouble.map(({ letter, count }) => t(wordOf[letter] ?? "bars.n", { count }));
  return t("bars.days", { count: days.length, list: list(parts) });
}

/** Returns the bars' name. In a list of links it starts with the component's name, unless a heading already has it. */
function barsName(frame: RenderContext, days: string, name: string | null): string {
  const state = uptimeBarsText(frame, days);
  return name === null ? state : frame.words.t("badge.whole", { name, state });
}

const Paths = ({ days }: { days: string }) =>
  keepPaths(days, () => (
    <>
      {uptimeBarPaths(days).map(({ letter, d }) => (
        <path key={letter} class={letter === "-" ? "z" : letter} d={d} />
      ))}
    </>
  ));

/** A day whose bar shows its details on hover. */
export interface BarDayDetails {
  letter: string;
  /** Number of days after the first. */
  index: number;
  story: string;
}

const Told = ({ days }: { days: readonly BarDayDetails[] }) => (
  <>
    {days.map(({ letter, index, story }) => (
      <path key={`${index}`} class={letter} d={uptimeBarDayPath(letter, index)}>
        <title>{story}</title>
      </path>
    ))}
  </>
);

/** Leaves out the days that have paths of their own. */
function withoutTold(days: string, told: readonly BarDayDetails[]): string {
  if (told.length === 0) return days;
  const letters = [...days];
  for (const { index } of told) letters[index] = undrawnDay;
  return letters.join("");
}

interface UptimeBarsProps {
  frame: RenderContext;
  days: string;
  name: string | null;
  told?: readonly BarDayDetails[];
}

/**
 * Draws days, oldest first, as one path for each state and one for each day with details. Within a link they are its
 * name.
 */
export const UptimeBars = ({ frame, days, name, told = [] }: UptimeBarsProps) => (
  <svg
    class="b"
    viewBox={uptimeBarsViewBox(days)}
    preserveAspectRatio="none"
    role="img"
    aria-label={barsName(frame, days, name)}
  >
    <Paths days={withoutTold(days, told)} />
    <Told days={told} />
  </svg>
);

function stateOfRun({ words, dates }: RenderContext, run: DayRun): string {
  const status = statusOfDayRun(run);
  const state = status ? words.t(`status.${status}`) : words.t("bars.before");
  const spans = statusSpansText(words, run);
  const told = { days: dates.days(run.first, run.last), state };
  return spans === "" ? words.t("bars.story", told) : words.t("bars.story_spans", { ...told, spans });
}

/** Returns a day's state, and below it the incidents that lasted on it. */
function storyOf(frame: RenderContext, run: DayRun, byDay: DayIncidents): string {
  const titles = incidentsOfDayRun(byDay, run).map((each) => localiseTitle(frame.words, each));
  return [stateOfRun(frame, run), ...titles].join("\n");
}

interface UptimeBarsSubject {
  frame: RenderContext;
  snapshot: Snapshot;
  component: SnapshotComponent;
  byDay: DayIncidents;
}

/** Returns those of these dates that had trouble or unknown time, newest first. */
const troubledDays = (
  { frame, snapshot, component, byDay }: UptimeBarsSubject,
  parts: Record<string, number[]>,
  dates: Iterable<string>,
): BarDayDetails[] =>
  [...dates]
    .flatMap((date) => troubledDayOn(component.days, parts, snapshot, date) ?? [])
    .sort((one, other) => other.index - one.index)
    .map((day) => ({ letter: day.letter, index: day.index, story: storyOf(frame, day, byDay) }));

/** Letters of days whose bars have no details beyond the note below all bars. */
const plainLetters = "on-";

/**
 * Returns the newest `most` days whose bars are neither green nor grey, and the days on which one of these incidents
 * was open.
 */
export function rowDayDetails(of: UptimeBarsSubject, most: number): BarDayDetails[] {
  const { component, snapshot, byDay } = of;
  const parts = uptimePartsByDate(component.stories);
  const marked = Object.keys(parts).filter((date) => {
    const letter = component.days[dayIndexOf(snapshot, date)] ?? "-";
    return !plainLetters.includes(letter);
  });
  const newest = marked.sort().slice(Math.max(0, marked.length - most));
  return troubledDays(of, parts, new Set([...newest, ...byDay.keys()]));
}

/**
 * Draws the bars in large, with details on hover for each day that had trouble or unknown time; the table has all, and
 * from it a script reads each day (chart-reader).
 */
export function LargeUptimeBars(of: UptimeBarsSubject) {
  const { frame, snapshot, component } = of;
  const { dates, words } = frame;
  const parts = uptimePartsByDate(component.stories);
  const told = troubledDays(of, parts, Object.keys(parts));
  return (
    <div
      class={words.direction === "rtl" ? "day-plot rc-turned" : "day-plot"}
      data-from={`${Date.parse(`${snapshot.days.first}T12:00:00Z`)}`}
      data-step={`${dayMs}`}
      data-lang={words.language}
      data-dates={dates.locale}
      data-zone="UTC"
    >
      <UptimeBars frame={frame} days={component.days} name={null} told={told} />
      <span class="rc-mark" hidden />
      <span class="rc-read" dir="auto" hidden />
    </div>
  );
}
