import { barPitchPx } from "./bar-reading";

/** All bars end at this height of the drawing. */
const groundPx = 28;

/** Heights of bars: the worse, the taller. They are stroke widths in status-page/views/styles/components.css. */
const heights: Record<string, number> = { o: 10, d: 16, p: 22, m: 28, x: 10, n: 16, "-": 2 };

/** Letters from best to worst, for combining the days of several components. */
export const uptimeBarLetters = "-onxdpm";

export interface UptimeBarPath {
  letter: string;
  d: string;
}

/** Draws days of one state, starting at index `start`, as a line that the stylesheet cuts into bars by its dashes. */
const lineOf = (letter: string, start: number, count: number): string =>
  `M${start * barPitchPx} ${groundPx - (heights[letter] ?? 2) / 2}h${count * barPitchPx - 1}`;

/** A day that is left out of the common paths, because it has a path of its own. */
export const undrawnDay = " ";

/** Returns one path per state, whatever the number of days. */
export function uptimeBarPaths(days: string): UptimeBarPath[] {
  const paths = new Map<string, string>();
  for (let start = 0; start < days.length; ) {
    const letter = days[start] as string;
    let end = start + 1;
    while (days[end] === letter) end++;
    if (letter !== undrawnDay) paths.set(letter, (paths.get(letter) ?? "") + lineOf(letter, start, end - start));
    start = end;
  }
  return [...paths].map(([letter, d]) => ({ letter, d }));
}

/** Draws one day of trouble. */
export const uptimeBarDayPath = (letter: string, index: number): string => lineOf(letter, index, 1);

export const uptimeBarsViewBox = (days: string): string =>
  `0 0 ${Math.max(1, days.length * barPitchPx - 1)} ${groundPx}`;

/** Rank by the letter's code; a page looks up thousands. */
const ranks = new Uint8Array(128);
for (const [rank, letter] of [...uptimeBarLetters].entries()) ranks[letter.charCodeAt(0)] = rank;
const [started, noData] = [1, 2];

/** Combines the members' days: the worst known status, and how many of the members that had started have no data. */
class DayOfGroup {
  private worst = 0;
  private counted = 0;
  private unknown = 0;

  add(rank: number, members: number): void {
    if (rank >= started) this.counted += members;
    if (rank === noData) this.unknown += members;
    else if (rank > this.worst) this.worst = rank;
  }

  /** Returns the letter as for one component: no data counts when less than half is known. */
  letter(): string {
    const isHalfKnown = this.unknown * 2 <= this.counted;
    return uptimeBarLetters[isHalfKnown ? this.worst : Math.max(this.worst, noData)] ?? "-";
  }
}

/**
 * Returns the letter of each day over several components. Members with equal days are counted together, as most have.
 */
export function worstDayLetters(each: readonly string[]): string {
  const members = new Map<string, number>();
  for (const days of each) members.set(days, (members.get(days) ?? 0) + 1);
  const length = Math.max(0, ...each.map((days) => days.length));
  const found = Array.from({ length }, () => new DayOfGroup());
  for (const [days, count] of members) {
    for (let day = 0; day < days.length; day++) found[day]?.add(ranks[days.charCodeAt(day)] ?? 0, count);
  }
  return found.map((day) => day.letter()).join("");
}

/** Returns the number of days of each state, worst first, without the operational ones. */
export function countTroubledDays(days: string): { letter: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const letter of days) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return ["m", "p", "d", "x", "n", "-"].flatMap((letter) => {
    const count = counts.get(letter) ?? 0;
    return count > 0 ? [{ letter, count }] : [];
  });
}
