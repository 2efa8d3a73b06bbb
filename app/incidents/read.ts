import type { BatchResponse } from "drizzle-orm/batch";
import { readOnPage } from "~/change/read-permitted";
import { type ComponentsView, type ComponentView, componentStatusQueries, componentsViewOf } from "~/components/list";
import type { ComponentChange, incidentUpdateTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { MaintenanceStatus } from "~/maintenances/rules/maintenance";
import type { Ctx } from "~/platform/ctx";
import { type Status, type StatusLayer, statusRank } from "~/status/status";
import { authorName } from "~/text/author-name";
import { type IncidentView, incidentViewOf } from "./list";
import { incidentWithAlertsByIdQuery, updatesOfIncidentQuery } from "./queries/incident";
import type { IncidentStatus } from "./rules/incident";

/** An earlier version of an update; instants in ms. */
export interface UpdateEditView {
  at: number;
  /** Name of the person who changed it. */
  author: string;
  body: string;
  shownAt: number;
}

export interface IncidentUpdateView {
  id: string;
  status: IncidentStatus | MaintenanceStatus;
  body: string;
  bodyHtml: string;
  bodyText: string;
  shownAt: number;
  notify: boolean;
  changes: ComponentChange[];
  /** Name of the author, as people read it. */
  author: string;
  /** Earlier versions, newest first. */
  edits: UpdateEditView[];
  createdAt: number;
  updatedAt: number;
}

/** A component that has or keeps a bad status when this incident is resolved, and the layers that cause it. */
export interface StillRedComponent {
  id: string;
  name: string;
  status: Status;
  layers: StatusLayer[];
}

export interface IncidentDetail {
  incident: IncidentView;
  /** True when alerts opened it and none remains that would end it. */
  leftBehind: boolean;
  /** Name of the person who leads it; null = nobody. */
  lead: string | null;
  /** Updates, newest first. */
  updates: IncidentUpdateView[];
  staysRed: StillRedComponent[];
  /** Its components with their current status in all layers. */
  touched: ComponentView[];
}

/** `editors` holds names by id, as JSON. */
type UpdateRow = Omit<typeof incidentUpdateTable.$inferSelect, "status"> & {
  status: IncidentStatus | MaintenanceStatus;
};

export function incidentUpdateView(row: UpdateRow, author: string | null, editors = "{}"): IncidentUpdateView {
  const { pageId, incidentId, authorKind, authorId, edits, ...rest } = row;
  const names = JSON.parse(editors) as Record<string, string>;
  const shown = edits.map(({ at, body, shownAt, ...by }) => ({
    at,
    body,
    shownAt,
    author: authorName(by, names[by.authorId ?? ""]),
  }));
  return { ...rest, author: authorName(row, author), edits: shown.reverse() };
}

/**
 * Returns the components whose status stays bad without this incident, because of other incidents and the other layers.
 */
function remaining(incident: IncidentView, { components }: ComponentsView): StillRedComponent[] {
  const own = components.filter((each) => each.id in incident.components && statusRank(each.effective) > 0);
  return own.map(({ id, name, effective: status, layers }) => {
    const guilty = (Object.keys(layers) as StatusLayer[]).filter((layer) => layers[layer] === status);
    return { id, name, status, layers: guilty };
  });
}

interface IncidentQuery {
  pageId: string;
  id: string;
}

/** Returns the queries of one incident, to be sent in a batch with others. */
export const incidentQueries = (ctx: Ctx, { pageId, id }: IncidentQuery) =>
  [
    incidentWithAlertsByIdQuery(ctx, pageId, id),
    updatesOfIncidentQuery(ctx, pageId, id),
    ...componentStatusQueries(ctx, pageId),
  ] as const;

type IncidentQueryRows = BatchResponse<ReturnType<typeof incidentQueries>>;

/** Returns the incident from the results of these queries; a failure when it does not exist. */
export function incidentDetailOf(
  { id }: IncidentQuery,
  [[found], updates, ...rest]: IncidentQueryRows,
): IncidentDetail | null {
  if (!found) return null;
  const incident = incidentViewOf(found.row, found.components, found);
  const [groups, components, given, works] = rest;
  const all = componentsViewOf(groups, components, given, works).components;
  const others = given.filter((each) => each.incidentId !== id);
  return {
    incident,
    leftBehind: Boolean(found.leftBehind),
    lead: found.lead,
    updates: updates.map(({ row, author, editors }) => incidentUpdateView(row, author, editors)),
    touched: all.filter((each) => each.id in incident.components),
    staysRed: remaining(incident, componentsViewOf(groups, components, others, works)),
  };
}

/** Returns one incident with its updates and the components whose status would stay bad. 6 statements. */
export const readIncident = (ctx: Ctx, asked: IncidentQuery): Promise<Result<IncidentDetail>> =>
  readOnPage(ctx, { pageId: asked.pageId, role: "viewer" }, incidentQueries(ctx, asked), (rows) => {
    const detail = incidentDetailOf(asked, rows);
    return detail ? ok(detail) : missingFailure;
  });
