import type { NoticeDraft } from "~/commit/commit";
import { authorOf } from "~/db/author";
import { maintenance, maintenanceComponent, maintenanceUpdate } from "~/db/schema";
import { deleteRows, insertRows, type Statement } from "~/db/write";
import { toldToBoth } from "~/notifications/engine/told-both";
import type { PublishedNotice, SubscriberNotice } from "~/notifications/rules/notice";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { toStatus } from "~/status/status";
import { usualWordOf } from "~/status/usual-words";
import type { MaintenanceStatus } from "../rules/maintenance";
import { type MaintenanceState, planned } from "../rules/maintenance";
import { remindersOf } from "../rules/maintenance-reminders";

/** component id → the status it takes meanwhile. */
export type Touched = Record<string, string>;

const usefulFor = 24 * 3600_000;

/** The columns that a body becomes, once, at save. */
export function bodyColumns(body: string) {
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text };
}

/** Those of an update, which says by its key what no person wrote. */
export const updateColumns = (body: string) => ({ ...bodyColumns(body), said: usualWordOf(body) });

/** A component that works is under maintenance meanwhile. */
export const touchedStatus = (status: string) => (status === "operational" ? "under_maintenance" : toStatus(status));

export const componentRows = (pageId: string, ids: readonly string[], components: Touched): Statement[] =>
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

export const replaceComponents = (pageId: string, ids: readonly string[], components: Touched): Statement[] => [
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

/** Updates as of now, one statement. */
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

/** What subscribers are notified now; `sequence` = the version of the maintenance that its commit makes. */
const tell = (
  ctx: Ctx,
  kind: SubscriberNotice,
  subject: { id: string; components: Touched },
  sequence: number,
): NoticeDraft => ({
  kind,
  subjectId: subject.id,
  sequence,
  audience: "subscribers",
  scope: { maintenance_id: subject.id, component_ids: Object.keys(subject.components) },
  dueAt: ctx.now(),
  expiresAt: ctx.now() + usefulFor,
});

export type MaintenanceEvent = Extract<PublishedNotice, `maintenance_${string}`>;

/** What subscribers are told of it as. */
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
  components: Touched;
  /** The version of the maintenance that its commit makes. */
  sequence: number;
  event: MaintenanceEvent;
  /** Whether subscribers are notified. */
  notify: boolean;
  /** Nothing was said of it. */
  silent?: boolean;
}

/** Who is told of it now. */
export const maintenanceNotices = (
  ctx: Ctx,
  { event, sequence, notify, silent = false, ...subject }: MaintenanceNews,
): NoticeDraft[] => {
  const told = tell(ctx, subscriberKinds[event], subject, sequence);
  return toldToBoth(silent ? { ...told, scope: { ...told.scope, silent } } : told, event, notify);
};

export interface Reminded {
  id: string;
  components: Touched;
  startsAt: number;
  remindDay: boolean;
  remindHour: boolean;
}

/** Its reminders that are still to come. */
export const reminders = (ctx: Ctx, plan: Reminded): NoticeDraft[] =>
  remindersOf(plan, ctx.now()).flatMap(({ sequence, dueAt, expiresAt }) => {
    const told = maintenanceNotices(ctx, { ...plan, sequence, event: "maintenance_soon", notify: true });
    return told.map((each) => ({ ...each, dueAt, bornAt: dueAt, expiresAt }));
  });

/** What all occurrences of a plan have in common. */
export interface Head {
  title: string;
  body: string;
  components: Touched;
  autoStart: boolean;
  autoEnd: boolean;
  tellStart: boolean;
  tellEnd: boolean;
  remindDay: boolean;
  remindHour: boolean;
}

/** Of whatever holds them. */
export function headOf(row: Head): Head {
  const { title, body, components, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour } = row;
  return { title, body, components, autoStart, autoEnd, tellStart, tellEnd, remindDay, remindHour };
}

export interface Planned {
  id: string;
  startsAt: number;
  endsAt: number;
  seriesId: string | null;
  occurrenceAt: number | null;
  /** Its being planned is told to subscribers. */
  notify: boolean;
  /** It is one of a series whose first one was told. */
  follows?: boolean;
}

/** Of what follows in a series reminders tell. */
function plannedNotices(ctx: Ctx, subject: { id: string; components: Touched }, { notify, follows, endsAt }: Planned) {
  if (follows) return [];
  const told = maintenanceNotices(ctx, { ...subject, sequence: 0, event: "maintenance_planned", notify });
  return told.map((each) => ({ ...each, expiresAt: endsAt }));
}

/** Where none of them fails: their rows and their notices. */
export function plannedRows(ctx: Ctx, pageId: string, head: Head, plans: readonly Planned[]) {
  const { components, title, body, ...choices } = headOf(head);
  const { autoStart, autoEnd } = choices;
  const now = ctx.now();
  const rows: (Omit<Planned, "notify" | "follows"> & MaintenanceState)[] = [];
  for (const { notify: _, follows: __, ...plan } of plans) {
    const made = planned({ ...plan, autoStart, autoEnd });
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
