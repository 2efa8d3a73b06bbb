import type { SnapshotMaintenance } from "./snapshot-document";

/** Maintenance windows that are shown as one entry: the next one, and the other scheduled ones of its series. */
export interface MaintenanceSeriesGroup {
  next: SnapshotMaintenance;
  later: SnapshotMaintenance[];
}

/** Groups series, so that only the next one is shown in full and its repetitions do not hide the rest. */
export function maintenanceSeriesGroups(maintenances: readonly SnapshotMaintenance[]): MaintenanceSeriesGroup[] {
  const runs: MaintenanceSeriesGroup[] = [];
  const known = new Map<string, MaintenanceSeriesGroup>();
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

/** Returns the same list, soonest first, with only the next scheduled window of each series. */
export function nextOccurrences(maintenances: readonly SnapshotMaintenance[]): SnapshotMaintenance[] {
  const planned = maintenances.filter(({ status }) => status === "scheduled");
  const later = new Set(maintenanceSeriesGroups(planned).flatMap((run) => run.later));
  return maintenances.filter((each) => !later.has(each));
}
