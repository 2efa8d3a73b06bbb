import { fail, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { IncidentStatus } from "./incident";

/** An update from the time of the incident. Instants in ms. */
export interface BackfilledUpdate {
  status: IncidentStatus;
  body: string;
  shownAt: number;
}

export interface BackfilledIncident {
  startedAt: number;
  endsAt: number;
  updates: readonly BackfilledUpdate[];
  /** Text of the update that resolved it. */
  resolution: string;
}

const refused = (fields: Record<string, Refusal>, code?: string): Result<never> =>
  fail({ name: "invalid", fields, ...(code ? { code } : {}) });

/**
 * Returns the updates of a past incident, oldest first; the last one resolves it at its end. Failures: invalid
 * (`end_before_start`; `updates.<n>.shownAt` outside its time, `updates.<n>.body` empty).
 */
export function updatesOfBackfilledIncident({
  startedAt,
  endsAt,
  updates,
  resolution,
}: BackfilledIncident): Result<BackfilledUpdate[]> {
  if (endsAt < startedAt) return refused({ endsAt: "incident.ends_early" }, "end_before_start");
  const wrong: Record<string, Refusal> = {};
  for (const [index, { body, shownAt }] of updates.entries()) {
    if (shownAt < startedAt) wrong[`updates.${index}.shownAt`] = refusalFor("incident.not_started");
    if (shownAt > endsAt) wrong[`updates.${index}.shownAt`] = refusalFor("incident.resolved");
    if (body.trim() === "") wrong[`updates.${index}.body`] = refusalFor("incident.update_text");
  }
  if (Object.keys(wrong).length > 0) return refused(wrong);
  const inOrder = [...updates].sort((one, other) => one.shownAt - other.shownAt);
  return ok([...inOrder, { status: "resolved", body: resolution, shownAt: endsAt }]);
}

interface ComponentStatusChange {
  componentId: string;
  name: string;
  from: string;
  to: string;
  at?: number;
}

interface BackfillUpdate {
  id: string;
  status: IncidentStatus;
  shownAt: number;
  changes: readonly ComponentStatusChange[];
}

const inTime = (one: BackfillUpdate, other: BackfillUpdate) =>
  one.shownAt - other.shownAt || (one.id < other.id ? -1 : 1);

/**
 * Returns the changed updates of a past incident whose component statuses were restated from its start to its end. An
 * incident with one update needs none.
 */
export function restatedUpdateChanges(
  updates: readonly BackfillUpdate[],
  startedAt: number,
  corrected: readonly { componentId: string; name: string; status: string }[],
): { id: string; changes: ComponentStatusChange[] }[] {
  const inOrder = [...updates].sort(inTime);
  const first = inOrder[0];
  const last = inOrder.filter((each) => each.status === "resolved").at(-1);
  const own = new Set(corrected.map((each) => each.componentId));
  const moving = first && last && first.id !== last.id ? corrected.filter((each) => each.status !== "operational") : [];
  return inOrder.flatMap((update) => {
    const changes = update.changes.filter((change) => !own.has(change.componentId));
    for (const { componentId, name, status } of moving) {
      if (update.id === first?.id) changes.push({ componentId, name, from: "operational", to: status, at: startedAt });
      if (update.id === last?.id) changes.push({ componentId, name, from: status, to: "operational" });
    }
    return JSON.stringify(changes) === JSON.stringify(update.changes) ? [] : [{ id: update.id, changes }];
  });
}
