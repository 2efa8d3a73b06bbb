import { type MoveDocument, moveDocumentVersion } from "./move-document";

/** Part of the document that one file or one answer of an origin brings. */
export type MoveDocumentPart = Partial<Omit<MoveDocument, "version" | "origin">>;

/** Returns an empty document, to which parts are added. */
export const emptyMoveDocument = (origin: string): MoveDocument => ({
  version: moveDocumentVersion,
  origin,
  page: null,
  groups: [],
  components: [],
  monitors: [],
  heartbeats: [],
  incidents: [],
  maintenances: [],
  templates: [],
  subscribers: [],
  maintenanceSeries: [],
  channels: [],
  notes: [],
});

/** Adds a part: lists are extended, and the first page stays. */
export function withMovePart(document: MoveDocument, part: MoveDocumentPart): MoveDocument {
  return {
    ...document,
    page: document.page ?? part.page ?? null,
    groups: [...document.groups, ...(part.groups ?? [])],
    components: [...document.components, ...(part.components ?? [])],
    monitors: [...document.monitors, ...(part.monitors ?? [])],
    heartbeats: [...document.heartbeats, ...(part.heartbeats ?? [])],
    incidents: [...document.incidents, ...(part.incidents ?? [])],
    maintenances: [...document.maintenances, ...(part.maintenances ?? [])],
    templates: [...document.templates, ...(part.templates ?? [])],
    subscribers: [...document.subscribers, ...(part.subscribers ?? [])],
    maintenanceSeries: [...(document.maintenanceSeries ?? []), ...(part.maintenanceSeries ?? [])],
    channels: [...(document.channels ?? []), ...(part.channels ?? [])],
    notes: [...document.notes, ...(part.notes ?? [])],
  };
}
