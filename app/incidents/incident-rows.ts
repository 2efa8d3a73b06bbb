import type { NoticeDraft } from "~/commit/commit";
import { updateAuthorOf } from "~/db/author";
import { type ComponentChange, incidentComponent, incidentUpdate } from "~/db/schema";
import { deleteRows, insertRows, type SqlStatement } from "~/db/write";
import { noticesToTeamAndSubscribers } from "~/notifications/engine/notices-to-both";
import type { PublishedNoticeKind } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import type { Impact } from "~/status/status";
import { generatedTextNameOf } from "~/status/usual-words";
import { dayMs } from "~/time/durations";
import type { StatusByComponent } from "./incident-facts";
import { impactOfStatuses } from "./rules/impact";
import type { IncidentStatus } from "./rules/incident";

const noticeLifetimeMs = dayMs;

/** Renders a body to its columns, once, when it is saved; a text that no person wrote is known by its key. */
export function renderedUpdateColumns(body: string) {
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text, said: generatedTextNameOf(body) };
}

export interface IncidentUpdateDraft {
  incidentId: string;
  status: IncidentStatus;
  body: string;
  shownAt: number;
  notify: boolean;
  changes: ComponentChange[];
}

export function insertIncidentUpdates(
  ctx: Ctx,
  pageId: string,
  drafts: readonly IncidentUpdateDraft[],
): SqlStatement[] {
  const now = ctx.now();
  const rows = drafts.map(({ body, ...draft }) => ({
    id: ctx.id(),
    pageId,
    ...draft,
    ...renderedUpdateColumns(body),
    ...updateAuthorOf(ctx),
    createdAt: now,
    updatedAt: now,
  }));
  return insertRows(incidentUpdate, rows);
}

export const insertIncidentUpdate = (ctx: Ctx, pageId: string, draft: IncidentUpdateDraft): SqlStatement[] =>
  insertIncidentUpdates(ctx, pageId, [draft]);

export const incidentComponentStatements = (
  pageId: string,
  incidentId: string,
  components: StatusByComponent,
): SqlStatement[] =>
  insertRows(
    incidentComponent,
    Object.entries(components).map(([componentId, status]) => ({ incidentId, componentId, pageId, status })),
  );

export const replaceIncidentComponentsStatements = (
  pageId: string,
  incidentId: string,
  components: StatusByComponent,
): SqlStatement[] => [
  ...deleteRows(incidentComponent, pageId, [{ incidentId }]),
  ...incidentComponentStatements(pageId, incidentId, components),
];

interface UpdateNoticeFacts {
  incidentId: string;
  /** The version of the incident that the update's commit makes: one notice per update. */
  sequence: number;
  components: StatusByComponent;
  event: Extract<PublishedNoticeKind, `incident_${string}`>;
  /** True when subscribers are notified. */
  notify: boolean;
}

/** Returns the notices of an update. */
export const incidentUpdateNotices = (
  ctx: Ctx,
  { incidentId, sequence, components, event, notify }: UpdateNoticeFacts,
): NoticeDraft[] =>
  noticesToTeamAndSubscribers(
    {
      kind: "incident_update",
      subjectId: incidentId,
      sequence,
      audience: "subscribers",
      scope: { incident_id: incidentId, component_ids: Object.keys(components) },
      dueAt: ctx.now(),
      expiresAt: ctx.now() + noticeLifetimeMs,
    },
    event,
    notify,
  );

export const impactOfComponents = (components: StatusByComponent): Impact =>
  impactOfStatuses(Object.values(components));
