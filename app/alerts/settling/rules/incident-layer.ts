import { type Status, statusRank, worstStatus } from "~/status/status";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import type {
  IncidentComponentStep,
  IncidentStatusChanges,
  SettledIncidentChange,
  StatusGivingIncident,
} from "./settle-facts";

type EndedIncident = Pick<SettledIncidentChange, "id" | "change" | "recoveredAt">;
type IncidentSteps = Pick<IncidentStatusChanges, "id" | "steps">;

/** The open incidents before and after a settling, and what the settling does to each. */
interface SettledIncidents {
  before: readonly StatusGivingIncident[];
  after: readonly StatusGivingIncident[];
  changed: readonly EndedIncident[];
  /** Incidents that were open and still are, and the steps of their components. */
  moved: readonly IncidentSteps[];
}

/** The status that one incident gives one component, from its start until it is over. */
interface IncidentStatusSpan {
  status: Status;
  from: number;
  until: number;
}

type StepByComponent = ReadonlyMap<string, IncidentComponentStep>;

const keyOf = (incidentId: string, componentId: string) => `${incidentId} ${componentId}`;

/** Maps incident and component → the step that lowers it, dated at the recovery of its alerts. */
const loweringOf = ({ moved }: SettledIncidents): StepByComponent =>
  new Map(
    moved.flatMap(({ id, steps }) =>
      steps
        .filter(({ from, to }) => statusRank(to) < statusRank(from))
        .map((each) => [keyOf(id, each.componentId), each] as const),
    ),
  );

/**
 * Returns the shares of the components that this settling may move. An incident that calls a component operational
 * gives it none.
 */
function sharesOf(
  incidents: readonly StatusGivingIncident[],
  moving: ReadonlySet<string>,
  { ends, lowering }: { ends: ReadonlyMap<string, number>; lowering: StepByComponent },
): Map<string, IncidentStatusSpan[]> {
  const found = new Map<string, IncidentStatusSpan[]>();
  for (const { id, startedAt, components } of incidents) {
    const until = ends.get(id) ?? Number.POSITIVE_INFINITY;
    for (const { componentId, status } of components.filter((each) => moving.has(each.componentId))) {
      const known = found.get(componentId) ?? [];
      const step = lowering.get(keyOf(id, componentId));
      const edge = Math.min(until, step?.at ?? until);
      const shares = [
        { status, from: startedAt, until: edge },
        ...(step ? [{ status: step.to, from: edge, until }] : []),
      ];
      known.push(...shares.filter((each) => statusRank(each.status) > 0));
      found.set(componentId, known);
    }
  }
  return found;
}

/** Maps each resolved incident → its end: when its last alert recovered, not when the recovery was confirmed. */
const endsOf = ({ changed }: SettledIncidents, now: number): Map<string, number> =>
  new Map(
    changed
      .filter((each) => each.change === "resolved")
      .map(({ id, recoveredAt }) => [id, Math.min(recoveredAt ?? now, now)]),
  );

/** Returns the components of incidents that are open only before or only after, and of incidents that move them. */
function movingIn({ before, after, moved }: SettledIncidents): Set<string> {
  const [was, is] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const turned = [...before.filter(({ id }) => !is.has(id)), ...after.filter(({ id }) => !was.has(id))];
  const steps = moved.filter(({ id }) => is.has(id)).flatMap((each) => each.steps);
  const all = [...turned.flatMap(({ components }) => components), ...steps];
  return new Set(all.map(({ componentId }) => componentId));
}

const statusOf = (shares: readonly IncidentStatusSpan[]): Status | null =>
  worstStatus(shares.map((each) => each.status));

function changesOf(
  componentId: string,
  before: readonly IncidentStatusSpan[],
  after: readonly IncidentStatusSpan[],
  now: number,
): LayerChange[] {
  const first = Math.min(now, ...before.map(({ until }) => until));
  const edges = before.flatMap(({ from, until }) => [from, until]).filter((at) => at >= first && at < now);
  let from = statusOf(before);
  return [...new Set([...edges.sort((one, other) => one - other), now])].flatMap((at) => {
    const present = before.filter((each) => each.from <= at && at < each.until);
    const to = statusOf(at < now ? present : after);
    if (to === from) return [];
    const row: LayerChange = { componentId, layer: "incident", from, to, at };
    from = to;
    return [row];
  });
}

/**
 * Returns what a settling does to the incident layer, with each component's own times: an incident that is over leaves
 * when its alerts recovered, one that opens enters now.
 */
export function incidentLayerChanges(settled: SettledIncidents, now: number): LayerChange[] {
  const moving = movingIn(settled);
  if (moving.size === 0) return [];
  const ends = endsOf(settled, now);
  const before = sharesOf(settled.before, moving, { ends, lowering: loweringOf(settled) });
  const after = sharesOf(settled.after, moving, { ends: new Map(), lowering: new Map() });
  return [...moving].flatMap((id) => changesOf(id, before.get(id) ?? [], after.get(id) ?? [], now));
}
