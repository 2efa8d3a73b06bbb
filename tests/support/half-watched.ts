import { visibleBanner } from "~/status-page/rules/monitored-state";
import type { Snapshot, SnapshotComponent } from "~/status-page/rules/snapshot-document";
import { calmSnapshot, sampleNow } from "./sample-snapshot";

const hour = 3600_000;

/**
 * Returns a page with a third of its components always monitored, a third only lately and by alerts alone, and a third
 * not at all.
 */
export function halfWatched(): Snapshot {
  const base = calmSnapshot();
  const nobodys = { status: "no_data", unmonitored: true, uptime: null, observed: false } as const;
  const dates = ["2026-11-17", "2026-11-18", "2026-11-19"];
  const known = Object.fromEntries(dates.map((date, at) => [date, [0, 0, 0, 0, (at * 5 + 3) * hour]]));
  const components = base.components.map((each, at): SnapshotComponent => {
    if (at % 3 === 0) return each;
    if (at % 3 === 1) return { ...each, days: `${"n".repeat(86)}oooo`, stories: known, observed: true };
    return { ...each, ...nobodys, unobservedStatus: "no_data", days: "n".repeat(90), stories: {} };
  });
  const [first, ...others] = base.groups;
  const lone = others.at(-1);
  const shown = components.map((each) => {
    if (each.groupId === first?.id) return { ...each, groupId: null };
    return each.groupId === lone?.id ? { ...each, ...nobodys, unobservedStatus: "no_data" as const } : each;
  });
  const groups = others.map((each) => (each === lone ? { ...each, ...nobodys } : each));
  const heard = Object.fromEntries(
    shown.flatMap(({ id, unmonitored }, at) => (at % 3 === 1 && !unmonitored ? [[id, sampleNow - 75 * hour]] : [])),
  );
  return {
    ...base,
    components: shown,
    groups,
    heard,
    banner: visibleBanner(shown, []),
    knownDays: "p".repeat(90),
    recent: { incidents: [], maintenances: [] },
    maintenances: [],
  };
}
