/** @jsxImportSource ~/ui/html */
import type { WordKey } from "~/i18n/words";
import type { JSX } from "~/ui/html/jsx-runtime";
import { barBox, barPaths, troubleOf } from "./bar-paths";
import type { Frame } from "./frame";

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

function Drawing({ frame, days }: { frame: Frame; days: string }) {
  return (
    <svg class="b" viewBox={barBox(days)} preserveAspectRatio="none" role="img" aria-label={barsText(frame, days)}>
      {barPaths(days).map(({ letter, d }) => (
        <path key={letter} class={letter === "-" ? "z" : letter} d={d} />
      ))}
    </svg>
  );
}

/** Bars are the dearest part of a page, and most components have the same days as in the last rendering. */
const keptDrawings = 2000;
const drawings = new Map<string, JSX.Element>();

/** Days, oldest first, as one path per state (design §4). */
export function Bars({ frame, days }: { frame: Frame; days: string }) {
  const key = `${frame.words.language} ${days}`;
  const known = drawings.get(key);
  if (known) return known;
  const drawing = <Drawing frame={frame} days={days} />;
  if (drawings.size >= keptDrawings) drawings.clear();
  drawings.set(key, drawing);
  return drawing;
}
