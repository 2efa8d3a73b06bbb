import type { NoticeDraft } from "~/commit/commit";
import { authorOf } from "~/db/author";
import { type ComponentChange, incidentComponent, incidentUpdate } from "~/db/schema";
import { deleteRows, insertRows, type Statement } from "~/db/write";
import { noticesToBoth } from "~/notifications/engine/notices-to-both";
import type { PublishedNotice } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import type { Impact } from "~/status/status";
import { usualWordOf } from "~/status/usual-words";
import { dayMs } from "~/time/durations";
import type { StatusByComponent } from "./incident-facts";
import { impactOf } from "./rules/impact";
import type { IncidentStatus } from "./rules/incident";

const noticeLifetimeMs = dayMs;

/** Renders a body to its columns, once, when it is saved; a text that no person wrote is known by its key. */
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

export const componentRows = (pageId: string, incidentId: string, components: StatusByComponent): Statement[] =>
  insertRows(
    incidentComponent,
    Object.entries(components).map(([componentId, status]) => ({ incidentId, componentId, pageId, status })),
  );

export const replaceComponents = (pageId: string, incidentId: string, components: StatusByComponent): Statement[] => [
  ...deleteRows(incidentComponent, pageId, [{ incidentId }]),
  ...componentRows(pageId, incidentId, components),
];

interface UpdateNews {
  incidentId: string;
  /** The version of the incident that the update's commit makes: one notice per update. */
  sequence: number;
  components: StatusByComponent;
  event: Extract<PublishedNotice, `incident_${string}`>;
  /** True when subscribers are notified. */
  notify: boolean;
}

/** Returns the notices of an update. */
export const updateNotices = (
  ctx: Ctx,
  { incidentId, sequence, components, event, notify }: UpdateNews,
): NoticeDraft[] =>
  noticesToBoth(
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

export const ladder = (components: StatusByComponent): Impact => impactOf(Object.values(components));
