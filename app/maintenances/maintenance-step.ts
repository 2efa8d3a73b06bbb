import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import { priorCommitQuery } from "~/audit/queries/audit";
import type { AuthorizedInput } from "~/change/authorize-and-parse";
import { changeLoadedRow } from "~/change/change-found";
import type { ChangeResult } from "~/change/change-result";
import { changedValues } from "~/change/differences";
import type { NoticeDraft } from "~/commit/commit";
import { type RowsByQueryName, readNamedQueries } from "~/db/read";
import { maintenanceTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { layerChanges } from "~/status-page/rules/layer-change";
import { timelineCommitParts } from "~/status-page/timeline/engine/extend";
import {
  insertSearchedUpdatesStatements,
  type MaintenanceComponentStatuses,
  maintenanceReminderNotices,
  maintenanceWordSource,
  replaceMaintenanceComponentsStatements,
  statusDuringMaintenance,
} from "./engine/maintenance-rows";
import { deleteRemindersStatement } from "./queries/maintenance";
import {
  type MaintenanceRow,
  type MaintenanceTransitionFacts,
  maintenanceTransitionFacts,
  maintenanceTransitionQueries,
} from "./queries/maintenance-edge";
import { isMaintenanceActive, maintenanceLayerByComponent } from "./rules/maintenance";

type StoredMaintenance = typeof maintenanceTable.$inferSelect;
type MaintenanceChangeFacts = MaintenanceTransitionFacts;

/** The maintenance on which a person acts. */
export interface MaintenanceSubject {
  row: StoredMaintenance;
  components: MaintenanceComponentStatuses;
}

/** A person's action on one maintenance. */
export interface MaintenanceChange {
  /** Last part of the action's name in the audit log. */
  verb: string;
  /** Columns that change. */
  fields: Partial<StoredMaintenance>;
  /** Components; absent = unchanged. */
  components?: MaintenanceComponentStatuses;
  /** Update for visitors, and whether subscribers are notified. */
  says?: { body: string; notify: boolean };
  notices?: NoticeDraft[];
  changes?: SqlStatement[];
  /** Data for the audit log besides the fields. */
  audited?: Record<string, unknown>;
}

const touchedOf = ({ components }: MaintenanceRow): MaintenanceComponentStatuses =>
  Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));

/** Returns the columns of its own row. */
const rowOf = ({ components: _, updateCount: __, cancelledAt: ___, ...row }: MaintenanceRow): StoredMaintenance => row;

/** Returns the subject of an action from a row with its components. */
export const maintenanceSubjectOf = (found: MaintenanceRow): MaintenanceSubject => ({
  row: rowOf(found),
  components: touchedOf(found),
});

const layerParts = (components: MaintenanceComponentStatuses) =>
  Object.entries(components).map(([componentId, status]) => ({ componentId, status: statusDuringMaintenance(status) }));

/**
 * Returns the present change of the maintenance layer; the timeline is guarded and its version raised even when the
 * worst status stays.
 */
function layerStep(
  ctx: Ctx,
  { active, timeline: state }: MaintenanceChangeFacts,
  found: MaintenanceRow,
  after: MaintenanceComponentStatuses,
  status: string,
) {
  const { pageId, id: reference } = found;
  const before = isMaintenanceActive(found.status) ? [{ components: found.components }] : [];
  const own = isMaintenanceActive(status) ? [{ components: layerParts(after) }] : [];
  const moves =
    layerChanges("maintenance", maintenanceLayerByComponent(before), maintenanceLayerByComponent(own), ctx.now())
      .length > 0;
  const layers = [
    maintenanceLayerByComponent([...active, ...before]),
    maintenanceLayerByComponent([...active, ...own]),
  ] as const;
  const changes = layerChanges("maintenance", ...layers, ctx.now());
  return timelineCommitParts(ctx, moves, { pageId, state, changes, cause: "maintenance", reference });
}

const remindedBy = ["status", "startsAt", "remindDay", "remindHour"] as const;

/**
 * Returns the changes of its reminders in the same commit: they move with the window, and are deleted when it is
 * cancelled.
 */
function remindersAfter(
  ctx: Ctx,
  row: StoredMaintenance,
  next: StoredMaintenance,
  components: MaintenanceComponentStatuses,
) {
  const same = row.status !== "scheduled" || remindedBy.every((name) => row[name] === next[name]);
  if (same) return { drop: [], make: [] };
  const make = next.status === "scheduled" ? maintenanceReminderNotices(ctx, { ...next, components }) : [];
  return { drop: [deleteRemindersStatement([row.id])], make };
}

/** Returns the commit, guarded by the maintenance's version and, when its layer changes, by the page's timeline. */
async function decisionOf(ctx: Ctx, facts: MaintenanceChangeFacts, found: MaintenanceRow, step: MaintenanceChange) {
  const { pageId, id } = found;
  const row = rowOf(found);
  const next = { ...row, ...step.fields };
  const before = touchedOf(found);
  const components = step.components ?? before;
  const told = remindersAfter(ctx, row, next, components);
  const changed = changedValues(row, step.fields);
  const says = step.says ? [{ status: next.status, ...step.says }] : [];
  const isRenamed = next.title !== row.title || next.bodyText !== row.bodyText;
  const named = step.components ? changedValues({ components: before }, { components }) : { before: {}, after: {} };
  const layer = await layerStep(ctx, facts, found, components, next.status);
  return {
    action: `maintenance.${step.verb}`,
    fields: step.fields,
    guards: layer.guards,
    changes: [
      ...(step.components ? replaceMaintenanceComponentsStatements(pageId, [id], components) : []),
      ...insertSearchedUpdatesStatements(ctx, next, says, isRenamed ? [maintenanceWordSource(next, next)] : []),
      ...told.drop,
      ...layer.changes,
      ...(step.changes ?? []),
    ],
    notices: [...(step.notices ?? []), ...told.make],
    before: { ...changed.before, ...named.before },
    after: { ...changed.after, ...named.after, ...step.audited },
    publishes: true,
  };
}

type MaintenanceChangeTarget = {
  pageId: string;
  id: string;
  version?: number | undefined;
  commitId?: string | undefined;
};
type Queries = Record<string, BatchItem<"sqlite">>;

interface MaintenanceChangeOptions<Schema extends z.ZodType<MaintenanceChangeTarget>, More> {
  input: Schema;
  /** Further facts for the decision, read in the same batch. */
  facts?: (input: z.output<Schema>) => More;
}

/**
 * Applies a person's change to one maintenance window. Failures: those of the decision, conflict (version), missing.
 */
export function changeMaintenance<
  Schema extends z.ZodType<MaintenanceChangeTarget>,
  More extends Queries = Record<never, never>,
>(
  ctx: Ctx,
  { input, facts }: MaintenanceChangeOptions<Schema, More>,
  given: z.input<Schema> & MaintenanceChangeTarget,
  decide: (
    subject: MaintenanceSubject,
    input: z.output<Schema>,
    more: RowsByQueryName<More>,
  ) => Result<MaintenanceChange>,
): Promise<Result<ChangeResult>> {
  const load = async (authorized: AuthorizedInput<z.output<Schema>>) => {
    const { pageId, id } = authorized.input;
    const own = { prior: priorCommitQuery(ctx, authorized.commitId), ...maintenanceTransitionQueries(ctx, pageId, id) };
    const [{ prior, ...found }, more] = await readNamedQueries(ctx, own, facts?.(authorized.input));
    const edge = maintenanceTransitionFacts(id, found);
    return { prior, row: edge.found ?? undefined, facts: { edge, more } };
  };
  const how = { role: "responder", subject: "maintenance", table: maintenanceTable, input, load } as const;
  return changeLoadedRow(ctx, how, given, async (told) => {
    const { row, edge, more } = told;
    const step = decide(maintenanceSubjectOf(row), told.input, more);
    return step.ok ? ok(await decisionOf(ctx, edge, row, step.value)) : step;
  });
}
