/** @jsxImportSource ~/ui/html */
import type { WordKey } from "~/i18n/words";
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

/** Days, oldest first, as one path per state (design §4). Within a link they are its name. */
export const Bars = ({ frame, days }: { frame: Frame; days: string }) => (
  <svg class="b" viewBox={barBox(days)} preserveAspectRatio="none" role="img" aria-label={barsText(frame, days)}>
    {barPaths(days).map(({ letter, d }) => (
      <path key={letter} class={letter === "-" ? "z" : letter} d={d} />
    ))}
  </svg>
);
