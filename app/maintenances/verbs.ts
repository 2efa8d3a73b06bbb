import type { BatchItem } from "drizzle-orm/batch";
import type { IdOnPage } from "~/access/id-on-page";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import type { ChangeResult } from "~/change/change-result";
import { cursorPageOf, parseListCursor } from "~/change/cursor";
import { readOnPage } from "~/change/read-permitted";
import { type RowsByQueryName, readNamedQueries } from "~/db/read";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { notificationReachQuery } from "~/subscribers/queries/subscriber";
import { maintenanceNotices } from "./engine/maintenance-rows";
import { standardUpdateTexts } from "./engine/maintenance-words";
import { changeMaintenance, type MaintenanceChange, type MaintenanceSubject } from "./maintenance-step";
import {
  type MaintenanceSeriesView,
  type MaintenanceUpdateView,
  type MaintenanceView,
  maintenanceSeriesView,
  maintenanceUpdateView,
  maintenanceViewOf,
} from "./maintenance-view";
import { maintenanceByIdQuery, maintenanceListQuery, updatesByMaintenanceIdsQuery } from "./queries/maintenance";
import { seriesOfMaintenanceQuery } from "./queries/maintenance-series";
import {
  type ChangeMaintenanceStatusInput,
  changeMaintenanceStatusInputSchema,
  type ExtendMaintenanceInput,
  extendMaintenanceInputSchema,
  type ListMaintenancesInput,
  listMaintenancesInputSchema,
} from "./rules/input";
import { type MaintenanceStatus, rescheduleMaintenance, transitionMaintenance } from "./rules/maintenance";

export { type ExtendMaintenanceInput, type ListMaintenancesInput, type MaintenanceView, maintenanceViewOf };

export interface ListedMaintenances {
  maintenances: MaintenanceView[];
  /** Cursor of the next page; null = there is none. */
  before: string | null;
}

type Query = BatchItem<"sqlite">;

/**
 * Returns the page's maintenance windows: upcoming ones with the soonest first, all others by latest start. `more` adds
 * queries about them to the same batch.
 */
export async function listMaintenancesWithQueries<More extends Record<string, Query>>(
  ctx: Ctx,
  given: ListMaintenancesInput,
  more: (pageId: string, list: ReturnType<typeof maintenanceListQuery>) => More,
): Promise<Result<ListedMaintenances & { more: RowsByQueryName<More> }>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listMaintenancesInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, before: cursor, limit, ...listing } = authorized.value.input;
  const slice = { ...listing, before: parseListCursor(cursor), limit: limit + 1 };
  const list = maintenanceListQuery(ctx, pageId, slice);
  const [{ found }, told] = await readNamedQueries(ctx, { found: list }, more(pageId, list));
  const { rows, before } = cursorPageOf(found, limit, ({ row }) => [row.startsAt, row.id]);
  return ok({ maintenances: rows.map(maintenanceViewOf), before, more: told });
}

export const listMaintenances = (ctx: Ctx, given: ListMaintenancesInput): Promise<Result<ListedMaintenances>> =>
  listMaintenancesWithQueries(ctx, given, () => ({}));

export interface MaintenanceDetail {
  maintenance: MaintenanceView;
  /** Component id → its status during the maintenance. */
  components: Record<string, string>;
  /** Updates, newest first. */
  updates: MaintenanceUpdateView[];
  /** Series to which it belongs. */
  series: MaintenanceSeriesView | null;
  /** Number of people whom a notice about it would reach now. */
  reach: number;
}

/** Returns one maintenance with its updates. 4 statements. */
export const readMaintenance = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<MaintenanceDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      maintenanceByIdQuery(ctx, pageId, id),
      updatesByMaintenanceIdsQuery(ctx, pageId, [id]),
      seriesOfMaintenanceQuery(ctx, pageId, id),
      notificationReachQuery(ctx, pageId, { maintenance: id }, ""),
    ],
    ([[found], told, [series], [reached]]) => {
      if (!found) return missingFailure;
      const maintenance = maintenanceViewOf(found);
      return ok({
        maintenance,
        components: maintenance.components,
        updates: told.map(maintenanceUpdateView),
        series: series ? maintenanceSeriesView(series, ctx.now()) : null,
        reach: reached?.people ?? 0,
      });
    },
  );

export type MaintenanceTargetStatus = Exclude<MaintenanceStatus, "scheduled">;

interface MoveDefaults {
  verb: string;
  /** Returns true when subscribers are notified by default. */
  tells: (row: { tellStart: boolean; tellEnd: boolean }) => boolean;
}

const manners: Record<MaintenanceTargetStatus, MoveDefaults> = {
  in_progress: { verb: "start", tells: (row) => row.tellStart },
  verifying: { verb: "verify", tells: () => false },
  completed: { verb: "complete", tells: (row) => row.tellEnd },
  cancelled: { verb: "cancel", tells: () => true },
};

const events = {
  in_progress: "maintenance_started",
  verifying: "maintenance_updated",
  completed: "maintenance_finished",
  cancelled: "maintenance_called_off",
} as const;

interface MoveOptions {
  body?: string | undefined;
  notify?: boolean | undefined;
}

/** Returns the change to another status, as of now. */
export function maintenanceStatusChange(
  ctx: Ctx,
  subject: MaintenanceSubject,
  to: MaintenanceTargetStatus,
  given: MoveOptions,
): Result<MaintenanceChange> {
  const { row, components } = subject;
  const moved = transitionMaintenance(row, to, ctx.now());
  if (!moved.ok) return moved;
  const { status, startsAt, endsAt, startedAt, verifyingAt, completedAt, dueAt } = moved.value;
  const { verb, tells } = manners[to];
  const notify = given.notify ?? tells(row);
  const body = given.body?.trim() ? given.body : standardUpdateTexts[to];
  const news = { id: row.id, components, sequence: row.version + 1, event: events[to], notify };
  return ok({
    verb,
    fields: { status, startsAt, endsAt, startedAt, verifyingAt, completedAt, dueAt },
    says: { body, notify },
    notices: maintenanceNotices(ctx, news),
  });
}

/** Applies a person's change of status at once; `advance` applies the automatic ones. */
const moveTo = (
  ctx: Ctx,
  to: MaintenanceTargetStatus,
  given: ChangeMaintenanceStatusInput,
): Promise<Result<ChangeResult>> =>
  changeMaintenance(ctx, { input: changeMaintenanceStatusInputSchema }, given, (subject, input) =>
    maintenanceStatusChange(ctx, subject, to, input),
  );

/**
 * Starts a maintenance window manually, early or because it does not start automatically. Failures: conflict, invalid
 * `end_has_passed`, missing.
 */
export const startMaintenance = (ctx: Ctx, given: ChangeMaintenanceStatusInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "in_progress", given);

/**
 * Records that the work is done and is being verified; the components keep their status. Failures: conflict, missing.
 */
export const verifyMaintenance = (ctx: Ctx, given: ChangeMaintenanceStatusInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "verifying", given);

/**
 * Completes a maintenance in progress, early or late; its components get their own status again at once. Failures:
 * conflict, missing.
 */
export const completeMaintenance = (ctx: Ctx, given: ChangeMaintenanceStatusInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "completed", given);

/**
 * Cancels a maintenance that is scheduled or in progress; its components get their own status again at once. Failures:
 * conflict (version, verifying, already over), missing.
 */
export const cancelMaintenance = (ctx: Ctx, given: ChangeMaintenanceStatusInput): Promise<Result<ChangeResult>> =>
  moveTo(ctx, "cancelled", given);

type ExtendInput = ReturnType<typeof extendMaintenanceInputSchema.parse>;

/** Returns the change to a later end, with its update. */
export function maintenanceExtendChange(
  ctx: Ctx,
  { row, components }: MaintenanceSubject,
  input: ExtendInput,
): Result<MaintenanceChange> {
  const plan = rescheduleMaintenance(row, { endsAt: input.endsAt }, ctx.now());
  if (!plan.ok) return plan;
  if (input.endsAt <= row.endsAt) return invalidFieldFailure("endsAt", "maintenance.later_end", "not_later");
  const { endsAt, dueAt } = plan.value;
  const body = input.body?.trim() ? input.body : standardUpdateTexts.extended;
  const { notify } = input;
  const moved = { id: row.id, components, sequence: row.version + 1, event: "maintenance_moved", notify } as const;
  return ok({
    verb: "extend",
    fields: { endsAt, dueAt, edited: true },
    says: { body, notify },
    notices: maintenanceNotices(ctx, moved),
  });
}

/**
 * Moves the end to a later time and announces it. Failures: invalid `not_later`, `end_in_past`, conflict (version,
 * over), missing.
 */
export const extendMaintenance = (ctx: Ctx, given: ExtendMaintenanceInput): Promise<Result<ChangeResult>> =>
  changeMaintenance(ctx, { input: extendMaintenanceInputSchema }, given, (subject, input) =>
    maintenanceExtendChange(ctx, subject, input),
  );
