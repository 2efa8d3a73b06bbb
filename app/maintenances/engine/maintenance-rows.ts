import type { NoticeDraft } from "~/commit/commit";
import { authorOf } from "~/db/author";
import { maintenance, maintenanceComponent, maintenanceUpdate } from "~/db/schema";
import { deleteRows, insertRows, type Statement } from "~/db/write";
import { noticesToBoth } from "~/notifications/engine/notices-to-both";
import type { PublishedNotice, SubscriberNotice } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { toStatus } from "~/status/status";
import { usualWordOf } from "~/status/usual-words";
import { dayMs } from "~/time/durations";
import type { MaintenanceStatus } from "../rules/maintenance";
import { type MaintenanceState, planMaintenanceState } from "../rules/maintenance";
import { remindersOf } from "../rules/maintenance-reminders";

/** Component id → its status during the maintenance. */
export type TakenStatuses = Record<string, string>;

const noticeLifetimeMs = dayMs;

/** Returns the columns of a body, rendered once, when it is saved. */
export function bodyColumns(body: string) {
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text };
}

/** Returns the columns of an update; `said` is the key of a standard text that no person wrote. */
export const updateColumns = (body: string) => ({ ...bodyColumns(body), said: usualWordOf(body) });

/** Returns the status during the maintenance; `operational` becomes `under_maintenance`. */
export const touchedStatus = (status: string) => (status === "operational" ? "under_maintenance" : toStatus(status));

export const componentRows = (pageId: string, ids: readonly string[], components: TakenStatuses): Statement[] =>
  insertRows(
    maintenanceComponent,
    ids.flatMap((maintenanceId) =>
      Object.entries(components).map(([componentId, status]) => ({
        maintenanceId,
        componentId,
        pageId,
        status: touchedStatus(status),
      })),
    ),
  );

export const replaceComponents = (pageId: string, ids: readonly string[], components: TakenStatuses): Statement[] => [
  ...deleteRows(
    maintenanceComponent,
    pageId,
    ids.map((maintenanceId) => ({ maintenanceId })),
  ),
  ...componentRows(pageId, ids, components),
];

export interface UpdateDraft {
  maintenanceId: string;
  status: MaintenanceStatus;
  body: string;
  notify: boolean;
}

/** Returns one statement that inserts updates as of now. */
export function insertMaintenanceUpdates(ctx: Ctx, pageId: string, drafts: readonly UpdateDraft[]): Statement[] {
  const now = ctx.now();
  const times = { shownAt: now, createdAt: now, updatedAt: now };
  return insertRows(
    maintenanceUpdate,
    drafts.map(({ body, ...draft }) => ({
      id: ctx.id(),
      pageId,
      ...draft,
      ...updateColumns(body),
      ...authorOf(ctx),
      ...times,
    })),
  );
}

/** Returns the notice to subscribers; `sequence` = the maintenance's version after this commit. */
const tell = (
  ctx: Ctx,
  kind: SubscriberNotice,
  subject: { id: string; components: TakenStatuses },
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

export type MaintenanceEvent = Extract<PublishedNotice, `maintenance_${string}`>;

/** Kinds of notices to subscribers by event. */
export const subscriberKinds = {
  maintenance_planned: "maintenance_scheduled",
  maintenance_moved: "maintenance_update",
  maintenance_soon: "maintenance_reminder",
  maintenance_started: "maintenance_in_progress",
  maintenance_updated: "maintenance_update",
  maintenance_finished: "maintenance_completed",
  maintenance_called_off: "maintenance_cancelled",
} as const satisfies Record<MaintenanceEvent, SubscriberNotice>;

interface MaintenanceNews {
  id: string;
  components: TakenStatuses;
  /** Version of the maintenance after its commit. */
  sequence: number;
  event: MaintenanceEvent;
  /** True when subscribers are notified. */
  notify: boolean;
  /** True when no update was posted for it. */
  silent?: boolean;
}

/** Returns the notices about an event, for subscribers and channels. */
export const maintenanceNotices = (
  ctx: Ctx,
  { event, sequence, notify, silent = false, ...subject }: MaintenanceNews,
): NoticeDraft[] => {
  const told = tell(ctx, subscriberKinds[event], subject, sequence);
  return noticesToBoth(silent ? { ...told, scope: { ...told.scope, silent } } : told, event, notify);
};

export interface ReminderSubject {
  id: string;
  components: TakenStatuses;
  startsAt: number;
  remindDay: boolean;
  remindHour: boolean;
}

/** Returns its future reminders. */
export const reminders = (ctx: Ctx, plan: ReminderSubject): NoticeDraft[] =>
  remindersOf(plan, ctx.now()).flatMap(({ sequence, dueAt, expiresAt }) => {
    const told = maintenanceNotices(ctx, { ...plan, sequence, event: "maintenance_soon", notify: true });
    return told.map((each) => ({ ...each, dueAt, bornAt: dueAt, expiresAt }));
  });

/** The values that all occurrences of a series share. */
export interface MaintenanceTemplate {
  title: string;
  body: string;
  components: TakenStatuses;
  autoStart: boolean;
  autoEnd: boolean;
  tellStart: boolean;
  tellEnd: boolean;
  remindDay: boolean;
  remindHour: boolean;
}

/** Returns these values of any object that has them. */
export function headOf(row: MaintenanceTemplate): MaintenanceTemplate {
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
  subject: { id: string; components: TakenStatuses },
  { notify, follows, endsAt }: PlannedOccurrence,
) {
  if (follows) return [];
  const told = maintenanceNotices(ctx, { ...subject, sequence: 0, event: "maintenance_planned", notify });
  return told.map((each) => ({ ...each, expiresAt: endsAt }));
}

/** Returns the rows and notices of all of them, or the first failure. */
export function plannedRows(ctx: Ctx, pageId: string, head: MaintenanceTemplate, plans: readonly PlannedOccurrence[]) {
  const { components, title, body, ...choices } = headOf(head);
  const { autoStart, autoEnd } = choices;
  const now = ctx.now();
  const rows: (Omit<PlannedOccurrence, "notify" | "follows"> & MaintenanceState)[] = [];
  for (const { notify: _, follows: __, ...plan } of plans) {
    const made = planMaintenanceState({ ...plan, autoStart, autoEnd });
    if (!made.ok) return made;
    rows.push(made.value);
  }
  const text = { ...bodyColumns(body), createdAt: now, updatedAt: now };
  const subject = (id: string) => ({ id, components });
  return {
    ok: true as const,
    value: {
      changes: [
        ...insertRows(
          maintenance,
          rows.map((row) => ({ ...row, pageId, title, ...choices, ...text })),
        ),
        ...componentRows(
          pageId,
          plans.map(({ id }) => id),
          components,
        ),
        ...insertMaintenanceUpdates(
          ctx,
          pageId,
          plans.map(({ id, notify }) => ({ maintenanceId: id, status: "scheduled", body, notify })),
        ),
      ],
      notices: plans.flatMap((plan) => [
        ...plannedNotices(ctx, subject(plan.id), plan),
        ...reminders(ctx, { ...head, ...subject(plan.id), startsAt: plan.startsAt }),
      ]),
    },
  };
}
