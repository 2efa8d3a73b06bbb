import {
  type MaintenanceState,
  type MaintenanceStatus,
  nextMaintenanceTransition,
} from "~/maintenances/rules/maintenance";
import { minuteMs } from "~/time/durations";
import type { MovedMaintenance } from "./move-document";
import { titleForMovedEvent } from "./moved-title";
import { eventUpdateKeys, type KeyedUpdate } from "./update-keys";

export interface ImportedMaintenanceUpdate extends KeyedUpdate {
  status: MaintenanceStatus;
  body: string;
  shownAt: number;
  createdAt: number;
}

/** A maintenance of another product as it is stored here, with our ids of its components. */
export interface ImportedMaintenance extends MaintenanceState {
  title: string;
  componentIds: string[];
  updates: ImportedMaintenanceUpdate[];
  tellStart: boolean;
  tellEnd: boolean;
  remindDay: boolean;
  remindHour: boolean;
}

function statusAt({ state, startsAt, endsAt }: MovedMaintenance, at: number): MaintenanceStatus {
  if (at < startsAt || state === "scheduled") return "scheduled";
  return state === "completed" && at >= endsAt ? "completed" : "in_progress";
}

/** Returns its window: what began or ended early there did so here. */
function windowOf({ state, startsAt, endsAt, updates }: MovedMaintenance, now: number) {
  const from = state === "scheduled" ? startsAt : Math.min(startsAt, now);
  const end = Math.max(endsAt, from + minuteMs);
  if (state !== "completed" || end <= now) return { startsAt: from, endsAt: end };
  return { startsAt: from, endsAt: Math.max(from, Math.min(now, updates.at(-1)?.shownAt ?? now)) };
}

/** Returns when subscribers are notified; at its start and its end, where the origin does not say. */
const noticesOf = ({ notices }: MovedMaintenance) => ({
  tellStart: notices?.atStart ?? true,
  tellEnd: notices?.atEnd ?? true,
  remindDay: notices?.dayBefore ?? false,
  remindHour: notices?.hourBefore ?? false,
});

/**
 * Returns the maintenance as it is stored. What should have begun or ended before the import, and did not there, waits
 * for a person here: the clock would announce it late.
 */
export function toImportedMaintenance(
  moved: MovedMaintenance,
  idOf: (theirId: string) => string | null,
  now: number,
): ImportedMaintenance {
  const { state, updates } = moved;
  const { startsAt, endsAt } = windowOf(moved, now);
  const keys = eventUpdateKeys(updates);
  const plan = {
    status: state,
    startsAt,
    endsAt,
    autoStart: moved.autoStart && (state !== "scheduled" || startsAt > now),
    autoEnd: moved.autoEnd && (state === "completed" || endsAt > now),
  };
  return {
    ...plan,
    ...noticesOf(moved),
    title: titleForMovedEvent(moved.title, updates[0]?.body ?? ""),
    startedAt: state === "scheduled" ? null : startsAt,
    verifyingAt: null,
    completedAt: state === "completed" ? endsAt : null,
    dueAt: nextMaintenanceTransition(plan)?.at ?? null,
    componentIds: [...new Set(moved.componentIds.flatMap((each) => idOf(each) ?? []))],
    updates: updates.map(({ body, shownAt }, index) => ({
      key: keys[index]?.key ?? "",
      status: statusAt({ ...moved, startsAt, endsAt }, shownAt),
      body,
      shownAt,
      createdAt: shownAt + (keys[index]?.number ?? 0),
    })),
  };
}
