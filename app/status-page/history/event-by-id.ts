import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { eventByStatuspageIdQuery } from "~/importers/queries/foreign-event";
import type { Ctx } from "~/platform/ctx";
import { readLiveOrOverloaded } from "../answer-or-overloaded";
import { isEventComplete } from "../rules/document-size";
import type { PublishedEvent, Snapshot, SnapshotIncident, SnapshotMaintenance } from "../rules/snapshot-document";
import { readArchivedIncident, readArchivedMaintenance } from "./archive";

const incidentEvent = (incident: SnapshotIncident): PublishedEvent => ({ kind: "incident", incident });
const maintenanceEvent = (maintenance: SnapshotMaintenance): PublishedEvent => ({ kind: "maintenance", maintenance });

/** Returns it from the document, where it is complete there. */
function eventInDocument({ incidents, maintenances, recent }: Snapshot, id: string): PublishedEvent | undefined {
  const isIt = (each: SnapshotIncident | SnapshotMaintenance) =>
    (each.id === id || each.foreignId === id) && isEventComplete(each);
  const incident = [...incidents, ...recent.incidents].find(isIt);
  const maintenance = [...maintenances, ...recent.maintenances].find(isIt);
  if (incident) return incidentEvent(incident);
  return maintenance && maintenanceEvent(maintenance);
}

async function archivedEvent(ctx: Ctx, snapshot: Snapshot, kind: string | null, id: string) {
  const incident = kind === "maintenance" ? missingFailure : await readArchivedIncident(ctx, snapshot, id);
  if (incident.ok) return ok(incidentEvent(incident.value));
  if (kind === "incident" || incident.failure.name !== "missing") return incident;
  const maintenance = await readArchivedMaintenance(ctx, snapshot, id);
  return maintenance.ok ? ok(maintenanceEvent(maintenance.value)) : maintenance;
}

const withForeignId = (event: PublishedEvent, foreignId: string): PublishedEvent =>
  event.kind === "incident"
    ? incidentEvent({ ...event.incident, foreignId })
    : maintenanceEvent({ ...event.maintenance, foreignId });

/**
 * Reads an incident or maintenance by our id, or by the one that Statuspage gave it: from the document, or live with
 * at most five statements. Fails as `readArchivedIncident` does.
 */
export async function readEventByEitherId(ctx: Ctx, snapshot: Snapshot, id: string): Promise<Result<PublishedEvent>> {
  const recent = eventInDocument(snapshot, id);
  if (recent) return ok(recent);
  const moved = await readLiveOrOverloaded(async () => {
    const [[row]] = await readBatch(ctx, eventByStatuspageIdQuery(ctx, snapshot.page.id, id));
    return ok(row ?? null);
  });
  if (!moved.ok) return moved;
  if (!moved.value) return archivedEvent(ctx, snapshot, null, id);
  const found = await archivedEvent(ctx, snapshot, moved.value.kind, moved.value.ourId);
  return found.ok ? ok(withForeignId(found.value, id)) : found;
}
