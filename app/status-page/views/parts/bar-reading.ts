/** Width of a day in the drawing of the bars: a bar of 3 and a gap of 1. */
export const barPitchPx = 4;

/** The bars of one state, as they are drawn; `story` = what they say of their day, if they are of one alone. */
export interface DrawnBars {
  letter: string;
  d: string;
  story: string | null;
}

/** The state and the story that a browser reads of a day. */
export type BarDay = Pick<DrawnBars, "letter" | "story">;

const runs = /M(\d{1,5}) [\d.]{1,5}h(\d{1,5})/g;

/** Returns the days from the drawing of their bars, oldest first, so that a browser needs no second copy of them. */
export function daysOfBars(drawn: readonly DrawnBars[]): BarDay[] {
  const days: BarDay[] = [];
  for (const { letter, d, story } of drawn) {
    for (const [, from, width] of d.matchAll(runs)) {
      const first = Number(from) / barPitchPx;
      const count = (Number(width) + 1) / barPitchPx;
      for (let day = first; day < first + count; day++) days[day] = { letter, story };
    }
  }
  return days;
}
