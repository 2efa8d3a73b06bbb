import type { NoticeDraft } from "~/commit/commit";
import { updateAuthorOf } from "~/db/author";
import { type ComponentChange, incidentComponentTable, incidentUpdateTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, type SqlStatement } from "~/db/write";
import { noticesToTeamAndSubscribers } from "~/notifications/engine/notices-to-both";
import type { PublishedNoticeKind } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { keepWordsStatements } from "~/search/queries/keep-words";
import { searchTitlePart } from "~/search/rules/word-entries";
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

export interface NewIncidentUpdate {
  status: IncidentStatus;
  body: string;
  shownAt: number;
  notify: boolean;
  changes: ComponentChange[];
}

/** An incident, as the search finds it by the words of its updates. */
export interface SearchedIncident {
  id: string;
  startedAt: number;
  /** Its title, if it changes in the same commit or if no person wrote it; "" = the search index already has it. */
  title: string;
}

type WrittenText = Pick<ReturnType<typeof renderedUpdateColumns>, "bodyText" | "said"> & { id: string };

/** Keeps the words of updates for the search, in one row; a standard text has none. */
export const incidentWordStatements = (
  pageId: string,
  { id, startedAt, title }: SearchedIncident,
  updates: readonly WrittenText[] = [],
): SqlStatement[] => {
  const texts = updates.map((each) => ({ part: each.id, text: each.said === null ? each.bodyText : "" }));
  const named = title === "" ? [] : [{ part: searchTitlePart, text: title }];
  return keepWordsStatements(
    pageId,
    [...named, ...texts].map((each) => ({ kind: "incident", id, at: startedAt, ...each })),
  );
};

/** Returns the title for the search, when a text is written on an incident that may have been opened by alerts. */
export const titleForSearch = (
  row: { title: string; alertTitle: string; origin: string },
  changed: string | undefined,
): string => changed ?? (row.origin === "person" ? "" : `${row.title} ${row.alertTitle}`);

export function insertIncidentUpdatesStatements(
  ctx: Ctx,
  pageId: string,
  subject: SearchedIncident,
  drafts: readonly NewIncidentUpdate[],
): SqlStatement[] {
  const now = ctx.now();
  const rows = drafts.map(({ body, ...draft }) => ({
    id: ctx.id(),
    pageId,
    incidentId: subject.id,
    ...draft,
    ...renderedUpdateColumns(body),
    ...updateAuthorOf(ctx),
    createdAt: now,
    updatedAt: now,
  }));
  return [...insertRowsStatements(incidentUpdateTable, rows), ...incidentWordStatements(pageId, subject, rows)];
}

export const incidentComponentStatements = (
  pageId: string,
  incidentId: string,
  components: StatusByComponent,
): SqlStatement[] =>
  insertRowsStatements(
    incidentComponentTable,
    Object.entries(components).map(([componentId, status]) => ({ incidentId, componentId, pageId, status })),
  );

export const replaceIncidentComponentsStatements = (
  pageId: string,
  incidentId: string,
  components: StatusByComponent,
): SqlStatement[] => [
  ...deleteRowsStatements(incidentComponentTable, pageId, [{ incidentId }]),
  ...incidentComponentStatements(pageId, incidentId, components),
];

interface UpdateNoticeFacts {
  incidentId: string;
  /** The incident's version after the update's commit, so that there is one notice for each update. */
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
