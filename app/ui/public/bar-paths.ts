/** Units of the drawing: a day is 3 wide with a gap of 1; all bars stand on the ground at 28. */
const pitch = 4;
const ground = 28;

/** Trouble stands out of the lawn: the worse, the taller. Heights are stroke widths in styles/public.css. */
const heights: Record<string, number> = { o: 10, d: 16, p: 22, m: 28, x: 10, n: 16, "-": 2 };

/** From best to worst, as far as days of several components are laid over each other. */
const order = "-onxdpm";

export interface BarPath {
  letter: string;
  d: string;
}

/** Runs of equal days as lines that the stylesheet's dashes cut into bars: one path per state, whatever the number of days. */
export function barPaths(days: string): BarPath[] {
  const paths = new Map<string, string>();
  for (let start = 0; start < days.length; ) {
    const letter = days[start] as string;
    let end = start + 1;
    while (days[end] === letter) end++;
    const y = ground - (heights[letter] ?? 2) / 2;
    const run = `M${start * pitch} ${y}h${(end - start) * pitch - 1}`;
    paths.set(letter, (paths.get(letter) ?? "") + run);
    start = end;
  }
  return [...paths].map(([letter, d]) => ({ letter, d }));
}

export const barBox = (days: string): string => `0 0 ${Math.max(1, days.length * pitch - 1)} ${ground}`;

const ranks = new Map([...order].map((letter, rank) => [letter.charCodeAt(0), rank]));

/** The worst letter of each day over several components. */
export function worstDays(each: readonly string[]): string {
  const length = Math.max(0, ...each.map((days) => days.length));
  const worst = new Uint8Array(length);
  for (const days of each) {
    for (let day = 0; day < days.length; day++) {
      const rank = ranks.get(days.charCodeAt(day)) ?? 0;
      if (rank > (worst[day] ?? 0)) worst[day] = rank;
    }
  }
  return Array.from(worst, (rank) => order[rank]).join("");
}

/** How many days of each state, worst first, without the operational ones. */
export function troubleOf(days: string): { letter: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const letter of days) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return ["m", "p", "d", "x", "n", "-"].flatMap((letter) => {
    const count = counts.get(letter) ?? 0;
    return count > 0 ? [{ letter, count }] : [];
  });
}
