import type { NoticeDraft } from "~/commit/commit";
import { updateAuthorOf } from "~/db/author";
import { maintenanceComponentTable, maintenanceTable, maintenanceUpdateTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, type SqlStatement } from "~/db/write";
import { noticesToTeamAndSubscribers } from "~/notifications/engine/notices-to-both";
import type { PublishedNoticeKind, SubscriberNoticeKind } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { keepWordsStatements } from "~/search/queries/keep-words";
import { type SearchWordSource, searchTitlePart } from "~/search/rules/word-entries";
import { toStatus } from "~/status/status";
import { generatedTextNameOf } from "~/status/usual-words";
import { dayMs } from "~/time/durations";
import type { MaintenanceStatus } from "../rules/maintenance";
import { type MaintenanceState, newMaintenanceState } from "../rules/maintenance";
import { maintenanceReminders } from "../rules/maintenance-reminders";

/** Component id → its status during the maintenance. */
export type MaintenanceComponentStatuses = Record<string, string>;

const noticeLifetimeMs = dayMs;

/** Returns the columns of a body, which is rendered once, when it is saved. */
export function renderedBodyColumns(body: string) {
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text };
}

/** Returns the columns of an update; `said` is the key of a standard text that no person wrote. */
export const maintenanceUpdateColumns = (body: string) => ({
  ...renderedBodyColumns(body),
  said: generatedTextNameOf(body),
});

/** Returns the status during the maintenance; `operational` becomes `under_maintenance`. */
export const statusDuringMaintenance = (status: string) =>
  status === "operational" ? "under_maintenance" : toStatus(status);

export const maintenanceComponentStatements = (
  pageId: string,
  ids: readonly string[],
  components: MaintenanceComponentStatuses,
): SqlStatement[] =>
  insertRowsStatements(
    maintenanceComponentTable,
    ids.flatMap((maintenanceId) =>
      Object.entries(components).map(([componentId, status]) => ({
        maintenanceId,
        componentId,
        pageId,
        status: statusDuringMaintenance(status),
      })),
    ),
  );

export const replaceMaintenanceComponentsStatements = (
  pageId: string,
  ids: readonly string[],
  components: MaintenanceComponentStatuses,
): SqlStatement[] => [
  ...deleteRowsStatements(
    maintenanceComponentTable,
    pageId,
    ids.map((maintenanceId) => ({ maintenanceId })),
  ),
  ...maintenanceComponentStatements(pageId, ids, components),
];

export interface MaintenanceUpdateDraft {
  maintenanceId: string;
  status: MaintenanceStatus;
  body: string;
  notify: boolean;
}

/** Returns the title and description of a maintenance window, whose words the search indexes. */
export const maintenanceWordSource = (
  { id, startsAt }: { id: string; startsAt: number },
  { title, bodyText }: { title: string; bodyText: string },
): SearchWordSource => ({ kind: "maintenance", id, part: searchTitlePart, at: startsAt, text: `${title} ${bodyText}` });

const updateRowsOf = (ctx: Ctx, pageId: string, drafts: readonly MaintenanceUpdateDraft[]) => {
  const now = ctx.now();
  const times = { shownAt: now, createdAt: now, updatedAt: now };
  return drafts.map(({ body, ...draft }) => ({
    id: ctx.id(),
    pageId,
    ...draft,
    ...maintenanceUpdateColumns(body),
    ...updateAuthorOf(ctx),
    ...times,
  }));
};

/** Returns one statement that inserts updates as of now, without indexing their words for the search. */
export const insertMaintenanceUpdatesStatements = (
  ctx: Ctx,
  pageId: string,
  drafts: readonly MaintenanceUpdateDraft[],
): SqlStatement[] => insertRowsStatements(maintenanceUpdateTable, updateRowsOf(ctx, pageId, drafts));

/** Returns the text of an update for the search index; a standard text has none. */
export const maintenanceUpdateWords = (
  { id, startsAt: at }: { id: string; startsAt: number },
  update: { id: string } & Pick<ReturnType<typeof maintenanceUpdateColumns>, "bodyText" | "said">,
): SearchWordSource => ({
  kind: "maintenance",
  id,
  part: update.id,
  at,
  text: update.said === null ? update.bodyText : "",
});

/** Returns the statements of one maintenance window's updates, whose words are indexed with `words` in one row. */
export function insertSearchedUpdatesStatements(
  ctx: Ctx,
  subject: { id: string; pageId: string; startsAt: number },
  drafts: readonly Omit<MaintenanceUpdateDraft, "maintenanceId">[],
  words: readonly SearchWordSource[],
): SqlStatement[] {
  const { id, pageId } = subject;
  const rows = updateRowsOf(
    ctx,
    pageId,
    drafts.map((draft) => ({ maintenanceId: id, ...draft })),
  );
  const texts = rows.map((row) => maintenanceUpdateWords(subject, row));
  return [...insertRowsStatements(maintenanceUpdateTable, rows), ...keepWordsStatements(pageId, [...words, ...texts])];
}

/** Returns the notice to subscribers; `sequence` is the version after this commit. */
const tell = (
  ctx: Ctx,
  kind: SubscriberNoticeKind,
  subject: { id: string; components: MaintenanceComponentStatuses },
  sequence: number,
): NoticeDraft => ({
  kind,
  subjectId: subject.id,
  sequence,
  audience: "subscribers",
  scope: { maintenance_id: subject.id, component_ids: Object.keys(subject.components) },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + noticeLifetimeMs,
});

export type MaintenanceEvent = Extract<PublishedNoticeKind, `maintenance_${string}`>;

/** Kinds of notices to subscribers by event. */
export const subscriberNoticeKindByEvent = {
  maintenance_planned: "maintenance_scheduled",
  maintenance_moved: "maintenance_update",
  maintenance_soon: "maintenance_reminder",
  maintenance_started: "maintenance_in_progress",
  maintenance_updated: "maintenance_update",
  maintenance_finished: "maintenance_completed",
  maintenance_called_off: "maintenance_cancelled",
} as const satisfies Record<MaintenanceEvent, SubscriberNoticeKind>;

interface MaintenanceNoticeFacts {
  id: string;
  components: MaintenanceComponentStatuses;
  /** Version of the maintenance after its commit. */
  sequence: number;
  event: MaintenanceEvent;
  /** True when subscribers are notified. */
  notify: boolean;
  /** True when no update was posted for the event. */
  silent?: boolean;
}

/** Returns the notices about an event, for subscribers and channels. */
export const maintenanceNotices = (
  ctx: Ctx,
  { event, sequence, notify, silent = false, ...subject }: MaintenanceNoticeFacts,
): NoticeDraft[] => {
  const told = tell(ctx, subscriberNoticeKindByEvent[event], subject, sequence);
  return noticesToTeamAndSubscribers(silent ? { ...told, scope: { ...told.scope, silent } } : told, event, notify);
};

export interface ReminderSubject {
  id: string;
  components: MaintenanceComponentStatuses;
  startsAt: number;
  remindDay: boolean;
  remindHour: boolean;
}

/** Returns the reminders that are still to come. */
export const maintenanceReminderNotices = (ctx: Ctx, plan: ReminderSubject): NoticeDraft[] =>
  maintenanceReminders(plan, ctx.now()).flatMap(({ sequence, dueAt, expiresAt }) => {
    const told = maintenanceNotices(ctx, { ...plan, sequence, event: "maintenance_soon", notify: true });
    return told.map((each) => ({ ...each, dueAt, bornAt: dueAt, expiresAt }));
  });

/** The values that all occurrences of a series share. */
export interface MaintenanceTemplate {
  title: string;
  body: string;
  components: MaintenanceComponentStatuses;
  autoStart: boolean;
  autoEnd: boolean;
  tellStart: boolean;
  tellEnd: boolean;
  remindDay: boolean;
  remindHour: boolean;
}

/** Returns these values of any object that contains them. */
export function maintenanceTemplateOf(row: MaintenanceTemplate): MaintenanceTemplate {
  const { title, body, components, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour } = row;
  return { title, body, components, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour };
}

export interface PlannedOccurrence {
  id: string;
  startsAt: number;
  endsAt: number;
  seriesId: string | null;
  occurrenceAt: number | null;
  /** True when subscribers are notified that it was scheduled. */
  notify: boolean;
  /** True for a later occurrence of a series whose first one was announced. */
  follows?: boolean;
}

/** Later occurrences of a series are announced by reminders only. */
function plannedNotices(
  ctx: Ctx,
  subject: { id: string; components: MaintenanceComponentStatuses },
  { notify, follows, endsAt }: PlannedOccurrence,
) {
  if (follows) return [];
  const told = maintenanceNotices(ctx, { ...subject, sequence: 0, event: "maintenance_planned", notify });
  return told.map((each) => ({ ...each, expiresAt: endsAt }));
}

/** Returns the rows and notices of all occurrences, or the first failure. */
export function plannedMaintenanceRows(
  ctx: Ctx,
  pageId: string,
  head: MaintenanceTemplate,
  plans: readonly PlannedOccurrence[],
) {
  const { components, title, body, ...choices } = maintenanceTemplateOf(head);
  const { autoStart, autoEnd } = choices;
  const now = ctx.now();
  const rows: (Omit<PlannedOccurrence, "notify" | "follows"> & MaintenanceState)[] = [];
  for (const { notify: _, follows: __, ...plan } of plans) {
    const made = newMaintenanceState({ ...plan, autoStart, autoEnd });
    if (!made.ok) return made;
    rows.push(made.value);
  }
  const text = { ...renderedBodyColumns(body), createdAt: now, updatedAt: now };
  const subject = (id: string) => ({ id, components });
  return {
    ok: true as const,
    value: {
      changes: [
        ...insertRowsStatements(
          maintenanceTable,
          rows.map((row) => ({ ...row, pageId, title, ...choices, ...text })),
        ),
        ...maintenanceComponentStatements(
          pageId,
          plans.map(({ id }) => id),
          components,
        ),
        ...insertMaintenanceUpdatesStatements(
          ctx,
          pageId,
          plans.map(({ id, notify }) => ({ maintenanceId: id, status: "scheduled", body, notify })),
        ),
        ...keepWordsStatements(
          pageId,
          plans.map((plan) => maintenanceWordSource(plan, { title, ...text })),
        ),
      ],
      notices: plans.flatMap((plan) => [
        ...plannedNotices(ctx, subject(plan.id), plan),
        ...maintenanceReminderNotices(ctx, { ...head, ...subject(plan.id), startsAt: plan.startsAt }),
      ]),
    },
  };
}
