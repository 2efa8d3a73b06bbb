import { authorOf } from "~/db/author";
import type { NoticeDraft } from "~/db/commit";
import { type ComponentChange, incidentComponent, incidentUpdate } from "~/db/schema";
import { deleteRows, insertRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import type { Impact } from "~/rules/basics/status";
import { usualWordOf } from "~/rules/basics/usual-words";
import { impactOf } from "~/rules/incidents/impact";
import type { IncidentStatus } from "~/rules/incidents/incident";
import type { Touched } from "./facts";

const usefulFor = 24 * 3600_000;

/** The columns that a body becomes, once, at save; what no person wrote is known by its key. */
export function updateColumns(body: string) {
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text, said: usualWordOf(body) };
}

export interface UpdateDraft {
  incidentId: string;
  status: IncidentStatus;
  body: string;
  shownAt: number;
  notify: boolean;
  changes: ComponentChange[];
}

export function insertIncidentUpdates(ctx: Ctx, pageId: string, drafts: readonly UpdateDraft[]): Statement[] {
  const now = ctx.now();
  const rows = drafts.map(({ body, ...draft }) => ({
    id: ctx.id(),
    pageId,
    ...draft,
    ...updateColumns(body),
    ...authorOf(ctx),
    createdAt: now,
    updatedAt: now,
  }));
  return insertRows(incidentUpdate, rows);
}

export const insertIncidentUpdate = (ctx: Ctx, pageId: string, draft: UpdateDraft): Statement[] =>
  insertIncidentUpdates(ctx, pageId, [draft]);

export const componentRows = (pageId: string, incidentId: string, components: Touched): Statement[] =>
  insertRows(
    incidentComponent,
    Object.entries(components).map(([componentId, status]) => ({ incidentId, componentId, pageId, status })),
  );

export const replaceComponents = (pageId: string, incidentId: string, components: Touched): Statement[] => [
  ...deleteRows(incidentComponent, pageId, [{ incidentId }]),
  ...componentRows(pageId, incidentId, components),
];

/** One notice per update: `sequence` = the version of the incident that its commit makes. */
export const updateNotice = (ctx: Ctx, incidentId: string, sequence: number, components: Touched): NoticeDraft => ({
  kind: "incident_update",
  subjectId: incidentId,
  sequence,
  audience: "subscribers",
  scope: { incident_id: incidentId, component_ids: Object.keys(components) },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + usefulFor,
});

export const ladder = (components: Touched): Impact => impactOf(Object.values(components));
