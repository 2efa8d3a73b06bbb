/** @jsxImportSource ~/html */
import type { WordKey } from "~/i18n/words";
import type { Snapshot, SnapshotComponent } from "~/rules/snapshot/snapshot-document";
import { barBox, barPaths, dayPath, troubleOf } from "./bar-paths";
import { type DayRun, dayRuns } from "./day-runs";
import type { Frame } from "./frame";
import { spansText, statusOfRun } from "./run-text";

const wordOf: Record<string, WordKey> = {
  m: "bars.m",
  p: "bars.p",
  d: "bars.d",
  x: "bars.x",
  n: "bars.n",
  "-": "bars.before",
};

/** The bars in words. */
export function barsText({ words: { t, list } }: Frame, days: string): string {
  const trouble = troubleOf(days);
  if (trouble.length === 0) return t("bars.calm", { count: days.length });
  const parts = trouble.map(({ letter, count }) => t(wordOf[letter] ?? "bars.n", { count }));
  return t("bars.days", { count: days.length, list: list(parts) });
}

/** Whose days they are stands before them in a list of links, where nothing else says it. */
function barsName(frame: Frame, days: string, name: string | null): string {
  const state = barsText(frame, days);
  return name === null ? state : frame.words.t("badge.whole", { name, state });
}

/** Days, oldest first, as one path per state. Within a link they are its name. */
export const Bars = ({ frame, days, name }: { frame: Frame; days: string; name: string | null }) => (
  <svg class="b" viewBox={barBox(days)} preserveAspectRatio="none" role="img" aria-label={barsName(frame, days, name)}>
    {barPaths(days).map(({ letter, d }) => (
      <path key={letter} class={letter === "-" ? "z" : letter} d={d} />
    ))}
  </svg>
);

const dayLength = 24 * 3600_000;

/** How many days a date is after the first. */
const indexOf = (first: string, date: string) => Math.round((Date.parse(date) - Date.parse(first)) / dayLength);

function storyOf({ words, dates }: Frame, run: DayRun): string {
  const status = statusOfRun(run);
  const state = status ? words.t(`status.${status}`) : words.t("bars.before");
  const spans = spansText(words, run);
  const told = { days: dates.days(run.first, run.last), state };
  return spans === "" ? words.t("bars.story", told) : words.t("bars.story_spans", { ...told, spans });
}

interface DayBarsProps {
  frame: Frame;
  snapshot: Snapshot;
  component: SnapshotComponent;
}

/** The same, large: each day on which something was wrong tells its story to whoever points at it; the table tells all. */
export function DayBars({ frame, snapshot, component }: DayBarsProps) {
  const { days } = component;
  const runs = dayRuns(component, snapshot.days.first).filter(({ spans }) => spans.length > 0);
  return (
    <svg class="b" viewBox={barBox(days)} preserveAspectRatio="none" role="img" aria-label={barsText(frame, days)}>
      {barPaths(days).map(({ letter, d }) => (
        <path key={letter} class={letter === "-" ? "z" : letter} d={d} />
      ))}
      {runs.map((run) => (
        <path key={run.first} class={run.letter} d={dayPath(run.letter, indexOf(snapshot.days.first, run.first))}>
          <title>{storyOf(frame, run)}</title>
        </path>
      ))}
    </svg>
  );
}
