import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isEventComplete } from "../rules/document-size";
import { incidentInDocument, maintenanceInDocument } from "../rules/event-in-document";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../rules/snapshot-document";
import { readArchivedIncident, readArchivedMaintenance } from "./archive";

/** Reads one kind of event: in the document, or live. */
export interface PublishedEventSource<Story> {
  inDocument(snapshot: Snapshot, id: string): Story | undefined;
  readLive(ctx: Ctx, snapshot: Snapshot, id: string): Promise<Result<Story>>;
}

export const publishedIncidentSource: PublishedEventSource<SnapshotIncident> = {
  inDocument: incidentInDocument,
  readLive: readArchivedIncident,
};

export const publishedMaintenanceSource: PublishedEventSource<SnapshotMaintenance> = {
  inDocument: maintenanceInDocument,
  readLive: readArchivedMaintenance,
};

/** An event as it was read. `live`: from rows, not from the document alone. */
export interface PublishedEventView<Story> {
  story: Story;
  live: boolean;
}

/**
 * Reads an event from the document if it is complete there, otherwise from the database. While that is away, a cut
 * event is returned.
 */
export async function readEventFromDocumentOrRows<Story extends Parameters<typeof isEventComplete>[0]>(
  ctx: Ctx,
  snapshot: Snapshot,
  id: string,
  { inDocument, readLive }: PublishedEventSource<Story>,
): Promise<Result<PublishedEventView<Story>>> {
  const recent = inDocument(snapshot, id);
  if (recent && isEventComplete(recent)) return ok({ story: recent, live: false });
  const archived = await readLive(ctx, snapshot, id);
  if (archived.ok) return ok({ story: archived.value, live: true });
  return recent && archived.failure.name === "overloaded" ? ok({ story: recent, live: false }) : archived;
}
