/** A monitor's schedule: it is checked in the minutes whose remainder by `interval` (minutes) is `phase`. */
export interface CheckSchedule {
  interval: number;
  phase: number;
}

/** Minutes after which the schedule repeats, because all intervals divide an hour. */
const hourMinutes = 60;

const minutesOf = ({ interval, phase }: CheckSchedule): number[] =>
  Array.from({ length: hourMinutes / interval }, (_, index) => index * interval + (phase % interval));

/** Returns the number of checks due in each minute of an hour. */
export function checksByMinuteOfHour(beats: readonly CheckSchedule[]): number[] {
  const load = new Array<number>(hourMinutes).fill(0);
  for (const beat of beats) for (const minute of minutesOf(beat)) load[minute] = (load[minute] ?? 0) + 1;
  return load;
}

/** Returns the phase whose busiest minute has the fewest checks, then the fewest in total; the earliest of equals. */
export const leastBusyPhase = (interval: number, beats: readonly CheckSchedule[]): number =>
  leastBusyPhaseIn(interval, checksByMinuteOfHour(beats));

/** Does the same with the checks of each minute (`checksByMinuteOfHour`), which many new monitors share. */
export function leastBusyPhaseIn(interval: number, load: readonly number[]): number {
  const costs = Array.from({ length: interval }, (_, phase) => {
    const due = minutesOf({ interval, phase }).map((minute) => load[minute] ?? 0);
    return { phase, most: Math.max(...due), all: due.reduce((sum, each) => sum + each, 0) };
  });
  const [best] = costs.sort((one, other) => one.most - other.most || one.all - other.all || one.phase - other.phase);
  return best?.phase ?? 0;
}

/** Returns the phase of one more monitor, and notes its checks. */
export function takeLeastBusyPhase(interval: number, load: number[]): number {
  const phase = leastBusyPhaseIn(interval, load);
  for (const minute of minutesOf({ interval, phase })) load[minute] = (load[minute] ?? 0) + 1;
  return phase;
}
