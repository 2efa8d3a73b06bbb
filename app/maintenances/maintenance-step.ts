import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import { priorCommit } from "~/audit/queries/audit";
import type { AuthorizedInput } from "~/change/authorize-and-parse";
import { changeFoundRow } from "~/change/change-found";
import type { ChangeResult } from "~/change/change-result";
import { differences } from "~/change/differences";
import type { NoticeDraft } from "~/commit/commit";
import { type NamedRows, readNamedQueries } from "~/db/read";
import { maintenance } from "~/db/schema";
import type { Statement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { layerChanges } from "~/status-page/rules/layer-change";
import { timelineStep } from "~/status-page/timeline/engine/extend";
import {
  insertMaintenanceUpdates,
  reminders,
  replaceComponents,
  type TakenStatuses,
  touchedStatus,
} from "./engine/maintenance-rows";
import { dropReminders } from "./queries/maintenance";
import {
  type MaintenanceEdgeFacts,
  type MaintenanceRow,
  maintenanceEdgeFacts,
  maintenanceEdgeQueries,
} from "./queries/maintenance-edge";
import { isActive, maintenanceLayer } from "./rules/maintenance";

type StoredMaintenance = typeof maintenance.$inferSelect;
type MaintenanceStepFacts = MaintenanceEdgeFacts;

/** The maintenance on which a person acts. */
export interface MaintenanceSubject {
  row: StoredMaintenance;
  components: TakenStatuses;
}

/** A person's action on one maintenance. */
export interface MaintenanceStep {
  /** Last part of the action's name in the audit log. */
  verb: string;
  /** Columns that change. */
  fields: Partial<StoredMaintenance>;
  /** Components; absent = unchanged. */
  components?: TakenStatuses;
  /** Update for visitors, and whether subscribers are notified. */
  says?: { body: string; notify: boolean };
  notices?: NoticeDraft[];
  changes?: Statement[];
  /** Data for the audit log besides the fields. */
  audited?: Record<string, unknown>;
}

const touchedOf = ({ components }: MaintenanceRow): TakenStatuses =>
  Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));

/** Returns the columns of its own row. */
const rowOf = ({ components: _, updateCount: __, cancelledAt: ___, ...row }: MaintenanceRow): StoredMaintenance => row;

/** Returns the subject of an action from a row with its components. */
export const subjectIn = (found: MaintenanceRow): MaintenanceSubject => ({
  row: rowOf(found),
  components: touchedOf(found),
});

const layerParts = (components: TakenStatuses) =>
  Object.entries(components).map(([componentId, status]) => ({ componentId, status: touchedStatus(status) }));

/**
 * Returns the present change of the maintenance layer; the timeline is guarded and its version raised even when the
 * worst status stays.
 */
function layerStep(
  ctx: Ctx,
  { active, timeline: state }: MaintenanceStepFacts,
  found: MaintenanceRow,
  after: TakenStatuses,
  status: string,
) {
  const { pageId, id: reference } = found;
  const before = isActive(found.status) ? [{ components: found.components }] : [];
  const own = isActive(status) ? [{ components: layerParts(after) }] : [];
  const moves = layerChanges("maintenance", maintenanceLayer(before), maintenanceLayer(own), ctx.now()).length > 0;
  const layers = [maintenanceLayer([...active, ...before]), maintenanceLayer([...active, ...own])] as const;
  const changes = layerChanges("maintenance", ...layers, ctx.now());
  return timelineStep(ctx, moves, { pageId, state, changes, cause: "maintenance", reference });
}

const remindedBy = ["status", "startsAt", "remindDay", "remindHour"] as const;

/**
 * Returns the changes of its reminders, which move with the window and are deleted when it is cancelled, in the same
 * commit.
 */
function remindersAfter(ctx: Ctx, row: StoredMaintenance, next: StoredMaintenance, components: TakenStatuses) {
  const same = row.status !== "scheduled" || remindedBy.every((name) => row[name] === next[name]);
  if (same) return { drop: [], make: [] };
  const make = next.status === "scheduled" ? reminders(ctx, { ...next, components }) : [];
  return { drop: [dropReminders([row.id])], make };
}

/** Returns the commit, guarded by the maintenance's version and, when its layer changes, by the page's timeline. */
async function decisionOf(ctx: Ctx, facts: MaintenanceStepFacts, found: MaintenanceRow, step: MaintenanceStep) {
  const { pageId, id } = found;
  const row = rowOf(found);
  const next = { ...row, ...step.fields };
  const before = touchedOf(found);
  const components = step.components ?? before;
  const told = remindersAfter(ctx, row, next, components);
  const changed = differences(row, step.fields);
  const says = step.says ? [{ maintenanceId: id, status: next.status, ...step.says }] : [];
  const named = step.components ? differences({ components: before }, { components }) : { before: {}, after: {} };
  const layer = await layerStep(ctx, facts, found, components, next.status);
  return {
    action: `maintenance.${step.verb}`,
    fields: step.fields,
    guards: layer.guards,
    changes: [
      ...(step.components ? replaceComponents(pageId, [id], components) : []),
      ...insertMaintenanceUpdates(ctx, pageId, says),
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

type Target = { pageId: string; id: string; version?: number | undefined; commitId?: string | undefined };
type Queries = Record<string, BatchItem<"sqlite">>;

interface MaintenanceStepOptions<Schema extends z.ZodType<Target>, More> {
  input: Schema;
  /** Further facts for the decision, read in the same batch. */
  facts?: (input: z.output<Schema>) => More;
}

/** Runs one action of a person on one maintenance. Failures: those of the decision, conflict (version), missing. */
export function stepMaintenance<Schema extends z.ZodType<Target>, More extends Queries = Record<never, never>>(
  ctx: Ctx,
  { input, facts }: MaintenanceStepOptions<Schema, More>,
  given: z.input<Schema> & Target,
  decide: (subject: MaintenanceSubject, input: z.output<Schema>, more: NamedRows<More>) => Result<MaintenanceStep>,
): Promise<Result<ChangeResult>> {
  const load = async (authorized: AuthorizedInput<z.output<Schema>>) => {
    const { pageId, id } = authorized.input;
    const own = { prior: priorCommit(ctx, authorized.commitId), ...maintenanceEdgeQueries(ctx, pageId, id) };
    const [{ prior, ...found }, more] = await readNamedQueries(ctx, own, facts?.(authorized.input));
    const edge = maintenanceEdgeFacts(id, found);
    return { prior, row: edge.found ?? undefined, facts: { edge, more } };
  };
  const how = { role: "responder", subject: "maintenance", table: maintenance, input, load } as const;
  return changeFoundRow(ctx, how, given, async (told) => {
    const { row, edge, more } = told;
    const step = decide(subjectIn(row), told.input, more);
    return step.ok ? ok(await decisionOf(ctx, edge, row, step.value)) : step;
  });
}
