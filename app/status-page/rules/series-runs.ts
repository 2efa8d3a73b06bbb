import type { SnapshotMaintenance } from "./snapshot-document";

/** What is shown as one: a maintenance, and what else is planned of its series. */
export interface SeriesRun {
  next: SnapshotMaintenance;
  later: SnapshotMaintenance[];
}

/** Of a series only the next one is told at length: thirty times the same would bury the rest. */
export function seriesRuns(maintenances: readonly SnapshotMaintenance[]): SeriesRun[] {
  const runs: SeriesRun[] = [];
  const known = new Map<string, SeriesRun>();
  for (const next of maintenances) {
    const series = next.series?.id;
    const run = series === undefined ? undefined : known.get(series);
    if (run) {
      run.later.push(next);
      continue;
    }
    const fresh = { next, later: [] };
    runs.push(fresh);
    if (series !== undefined) known.set(series, fresh);
  }
  return runs;
}

/** The same list, soonest first, without what is planned of a series behind its next one. */
export function nextOfSeries(maintenances: readonly SnapshotMaintenance[]): SnapshotMaintenance[] {
  const planned = maintenances.filter(({ status }) => status === "scheduled");
  const later = new Set(seriesRuns(planned).flatMap((run) => run.later));
  return maintenances.filter((each) => !later.has(each));
}
