import type { ComponentState } from "~/components/list-states";
import { componentsIn } from "~/incidents/queries/incident";
import type { MaintenanceView } from "~/maintenances/verbs";
import { effective, isUnmonitoredNow, type Status, toImpact } from "~/status/status";
import { type HeadState, headState, heldHead, type OpenIncident } from "~/status-page/rules/head-state";
import { isUnmonitored, type MonitoredState, visibleBanner } from "~/status-page/rules/monitored-state";
import type { SnapshotMaintenance } from "~/status-page/rules/snapshot-document";
import { type openIncidents, parseLastUpdate } from "./queries/now";

type UnclosedIncident = Awaited<ReturnType<typeof openIncidents>>[number];

interface HeadFacts {
  components: readonly ComponentState[];
  found: readonly UnclosedIncident[];
  works: readonly Pick<MaintenanceView, "status">[];
  /** True when checks have stopped, so that observed statuses are unknown. */
  checksStopped: boolean;
}

type NamedMonitorState = MonitoredState & { name: string };

function seenOf({ name, layers, effective: now }: ComponentState, checksStopped: boolean): NamedMonitorState {
  const isUnseen = checksStopped && layers.coverage === null;
  const status: Status = isUnseen ? effective({ ...layers, observed: "no_data" }) : now;
  return isUnmonitoredNow(layers) ? { name, status, unmonitored: true } : { name, status };
}

function openOf({ row, components, told }: UnclosedIncident, names: ReadonlyMap<string, string>): OpenIncident {
  const { impact, impactOverride, startedAt } = row;
  return {
    impact: toImpact(impact),
    impactOverride: impactOverride === null ? null : toImpact(impactOverride),
    startedAt,
    components: componentsIn(components).flatMap(({ componentId }) => {
      const name = names.get(componentId);
      return name === undefined ? [] : [{ name }];
    }),
    updates: parseLastUpdate(told).changes.map((changes) => ({ changes })),
  };
}

/** Returns the state of the whole page from what is in the database now, as the page itself would show it. */
export function headNow({ components, found, works, checksStopped }: HeadFacts): HeadState {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const seen = components.map((each) => seenOf(each, checksStopped));
  const incidents = found.filter(({ row }) => row.visibility === "published").map((each) => openOf(each, names));
  const banner = visibleBanner(
    seen,
    incidents.map((each) => ({ ...each, componentCount: each.components.length })),
  );
  const head = headState({
    components: seen,
    banner,
    unmonitored: isUnmonitored(seen) ? true : undefined,
    incidents,
    maintenances: works.map(({ status }) => ({ status: status as SnapshotMaintenance["status"] })),
  });
  return heldHead(head, { outdated: checksStopped, stale: false });
}
