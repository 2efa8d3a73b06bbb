/** How often (minutes) and when a monitor is checked: in the minutes of which the rest by `interval` is `phase`. */
export interface Beat {
  interval: number;
  phase: number;
}

/** All intervals divide it, so an hour shows all that ever coincides. */
const hour = 60;

const minutesOf = ({ interval, phase }: Beat): number[] =>
  Array.from({ length: hour / interval }, (_, index) => index * interval + (phase % interval));

/** How many checks are due in each minute of an hour. */
export function loadOf(beats: readonly Beat[]): number[] {
  const load = new Array<number>(hour).fill(0);
  for (const beat of beats) for (const minute of minutesOf(beat)) load[minute] = (load[minute] ?? 0) + 1;
  return load;
}

/** The phase whose fullest minute is the emptiest, then the one with the least in all; the earliest of equals. */
export function phaseFor(interval: number, beats: readonly Beat[]): number {
  const load = loadOf(beats);
  const costs = Array.from({ length: interval }, (_, phase) => {
    const due = minutesOf({ interval, phase }).map((minute) => load[minute] ?? 0);
    return { phase, most: Math.max(...due), all: due.reduce((sum, each) => sum + each, 0) };
  });
  const [best] = costs.sort((one, other) => one.most - other.most || one.all - other.all || one.phase - other.phase);
  return best?.phase ?? 0;
}
