import { impactOfStatuses } from "~/incidents/rules/impact";
import type { IncidentStatus } from "~/incidents/rules/incident";
import type { PostmortemState } from "~/incidents/rules/postmortem";
import { type Impact, type SettableStatus, type Status, worstStatus } from "~/status/status";
import type { MovedIncident, MovedIncidentUpdate } from "./move-document";
import { titleForMovedEvent } from "./moved-title";
import { eventUpdateKeys, type KeyedUpdate } from "./update-keys";

interface ComponentTurn {
  componentId: string;
  from: SettableStatus;
  to: SettableStatus;
  at?: number;
}

export interface ImportedIncidentUpdate extends KeyedUpdate {
  status: IncidentStatus;
  body: string;
  shownAt: number;
  /** Time from which on it exists: updates of one instant stay in their order. */
  createdAt: number;
  changes: ComponentTurn[];
}

/** An incident of another product as it is stored here, with our ids of its components. */
export interface ImportedIncident {
  title: string;
  status: IncidentStatus;
  startedAt: number;
  publishedAt: number;
  monitoringAt: number | null;
  resolvedAt: number | null;
  impact: Impact;
  impactOverride: Impact | null;
  /** Present statuses; the worst of its time once it is over. */
  components: Record<string, SettableStatus>;
  updates: ImportedIncidentUpdate[];
  postmortem: { state: PostmortemState; body: string; publishedAt: number | null; isNotified: boolean };
}

const wellStatus: SettableStatus = "operational";

/** Returns the status that it gives a component; an unknown one gives none. */
const givenStatus = (status: Status | null): SettableStatus =>
  status === null || status === "no_data" ? wellStatus : status;

const worse = (one: SettableStatus | undefined, other: SettableStatus): SettableStatus =>
  (worstStatus([one, other]) ?? other) as SettableStatus;

/** Follows the statuses of the components from update to update. */
class ComponentCourse {
  readonly present = new Map<string, SettableStatus>();
  readonly worst = new Map<string, SettableStatus>();

  turn(componentId: string, to: SettableStatus): ComponentTurn[] {
    const from = this.present.get(componentId) ?? wellStatus;
    this.present.set(componentId, to);
    this.worst.set(componentId, worse(this.worst.get(componentId), to));
    return from === to ? [] : [{ componentId, from, to }];
  }

  /** Ends what is still affected. */
  end(): ComponentTurn[] {
    return [...this.present].flatMap(([componentId]) => this.turn(componentId, wellStatus));
  }
}

type ComponentIdReader = (theirId: string) => string | null;
type ForeignComponentStatus = MovedIncidentUpdate["changes"][number];

function ownStatuses(given: readonly ForeignComponentStatus[], idOf: ComponentIdReader): [string, SettableStatus][] {
  return given.flatMap(({ componentId, status }) => {
    const id = idOf(componentId);
    return id === null ? [] : [[id, givenStatus(status)] as [string, SettableStatus]];
  });
}

const endOf = ({ startedAt, resolvedAt, updates }: MovedIncident): number | null => {
  const last = updates.at(-1);
  const end = resolvedAt ?? (last?.status === "resolved" ? last.shownAt : null);
  return end === null ? null : Math.max(startedAt, end);
};

/** Returns the changes beside each update, and the components' statuses now and at their worst. */
function courseOf(moved: MovedIncident, idOf: ComponentIdReader, isOver: boolean) {
  const { updates, startedAt } = moved;
  const course = new ComponentCourse();
  const spoken = new Set(updates.flatMap(({ changes }) => ownStatuses(changes, idOf)).map(([id]) => id));
  const quiet = ownStatuses(moved.components, idOf).filter(([id]) => !spoken.has(id));
  const lastResolved = isOver ? updates.findLastIndex(({ status }) => status === "resolved") : -1;
  if (updates.length === 0) for (const [id, status] of quiet) course.turn(id, status);
  const changes = updates.map((update, index) => {
    const given = [...(index === 0 ? quiet : []), ...ownStatuses(update.changes, idOf)];
    const turns = given.flatMap(([id, status]) => course.turn(id, status));
    const ends = index === lastResolved ? course.end() : [];
    // The first update says how it was from the start.
    return [...turns.map((each) => (index === 0 ? { ...each, at: startedAt } : each)), ...ends];
  });
  // An incident with one update was as its components are, from its start to its end.
  const areTold = !isOver || updates.length > 1;
  return { course, changes: areTold ? changes : changes.map(() => []) };
}

const noPostmortem: ImportedIncident["postmortem"] = { state: "none", body: "", publishedAt: null, isNotified: false };

function postmortemOf({ postmortem }: MovedIncident, isOver: boolean): ImportedIncident["postmortem"] {
  if (postmortem === null || postmortem.body.trim() === "") return noPostmortem;
  const publishedAt = isOver ? postmortem.publishedAt : null;
  const isPublished = publishedAt !== null;
  return {
    state: isPublished ? "published" : "draft",
    body: postmortem.body,
    publishedAt,
    isNotified: isPublished && postmortem.isNotified === true,
  };
}

/** Returns the impact that its components make, and the origin's own where that differs. */
function impactsOf(moved: MovedIncident, components: ImportedIncident["components"]) {
  const statuses = Object.values(components);
  const impact = impactOfStatuses(statuses);
  const isSaid = statuses.length === 0 || moved.impact !== impact;
  return { impact, impactOverride: isSaid ? moved.impact : null };
}

/** Returns the incident as it is stored; `idOf` returns our id of a component, or null when it does not come. */
export function toImportedIncident(moved: MovedIncident, idOf: ComponentIdReader): ImportedIncident {
  const { updates, startedAt } = moved;
  const resolvedAt = endOf(moved);
  const isOver = resolvedAt !== null;
  const { course, changes } = courseOf(moved, idOf, isOver);
  const components = Object.fromEntries(isOver ? course.worst : course.present);
  const keys = eventUpdateKeys(updates);
  return {
    title: titleForMovedEvent(moved.title, updates[0]?.body ?? ""),
    status: isOver ? "resolved" : (updates.at(-1)?.status ?? "investigating"),
    startedAt,
    publishedAt: updates[0]?.shownAt ?? startedAt,
    monitoringAt: updates.find(({ status }) => status === "monitoring")?.shownAt ?? null,
    resolvedAt,
    ...impactsOf(moved, components),
    components,
    updates: updates.map(({ status, body, shownAt }, index) => ({
      key: keys[index]?.key ?? "",
      status,
      body,
      shownAt,
      createdAt: shownAt + (keys[index]?.number ?? 0),
      changes: changes[index] ?? [],
    })),
    postmortem: postmortemOf(moved, isOver),
  };
}
