import type { BatchItem } from "drizzle-orm/batch";
import type { z } from "zod";
import { priorCommit } from "~/audit/queries/audit";
import type { Done } from "~/change/answers";
import type { Authorized } from "~/change/authorize-and-parse";
import { changeFound } from "~/change/change-found";
import { differences } from "~/change/differences";
import type { NoticeDraft } from "~/commit/commit";
import { type NamedRows, readNamed } from "~/db/read";
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
  type Touched,
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

type Row = typeof maintenance.$inferSelect;
type Facts = MaintenanceEdgeFacts;

/** The maintenance on which a person acts. */
export interface Subject {
  row: Row;
  components: Touched;
}

/** A person's action on one maintenance. */
export interface MaintenanceStep {
  /** Last part of the action's name in the audit log. */
  verb: string;
  /** Columns that change. */
  fields: Partial<Row>;
  /** Components; absent = unchanged. */
  components?: Touched;
  /** Update for visitors, and whether subscribers are notified. */
  says?: { body: string; notify: boolean };
  notices?: NoticeDraft[];
  changes?: Statement[];
  /** Data for the audit log besides the fields. */
  audited?: Record<string, unknown>;
}

const touchedOf = ({ components }: MaintenanceRow): Touched =>
  Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));

/** Returns the columns of its own row. */
const rowOf = ({ components: _, updateCount: __, cancelledAt: ___, ...row }: MaintenanceRow): Row => row;

/** Returns the subject of an action from a row with its components. */
export const subjectIn = (found: MaintenanceRow): Subject => ({ row: rowOf(found), components: touchedOf(found) });

const layerParts = (components: Touched) =>
  Object.entries(components).map(([componentId, status]) => ({ componentId, status: touchedStatus(status) }));

/**
 * Returns the present change of the maintenance layer; the timeline is guarded and its version raised even when the
 * worst status stays.
 */
function layerStep(
  ctx: Ctx,
  { active, timeline: state }: Facts,
  found: MaintenanceRow,
  after: Touched,
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
function remindersAfter(ctx: Ctx, row: Row, next: Row, components: Touched) {
  const same = row.status !== "scheduled" || remindedBy.every((name) => row[name] === next[name]);
  if (same) return { drop: [], make: [] };
  const make = next.status === "scheduled" ? reminders(ctx, { ...next, components }) : [];
  return { drop: [dropReminders([row.id])], make };
}

/** Returns the commit, guarded by the maintenance's version and, when its layer changes, by the page's timeline. */
async function decisionOf(ctx: Ctx, facts: Facts, found: MaintenanceRow, step: MaintenanceStep) {
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

interface Stepping<Schema extends z.ZodType<Target>, More> {
  input: Schema;
  /** Further facts for the decision, read in the same batch. */
  facts?: (input: z.output<Schema>) => More;
}

/** Runs one action of a person on one maintenance. Failures: those of the decision, conflict (version), missing. */
export function stepMaintenance<Schema extends z.ZodType<Target>, More extends Queries = Record<never, never>>(
  ctx: Ctx,
  { input, facts }: Stepping<Schema, More>,
  given: z.input<Schema> & Target,
  decide: (subject: Subject, input: z.output<Schema>, more: NamedRows<More>) => Result<MaintenanceStep>,
): Promise<Result<Done>> {
  const load = async (authorized: Authorized<z.output<Schema>>) => {
    const { pageId, id } = authorized.input;
    const own = { prior: priorCommit(ctx, authorized.commitId), ...maintenanceEdgeQueries(ctx, pageId, id) };
    const [{ prior, ...found }, more] = await readNamed(ctx, own, facts?.(authorized.input));
    const edge = maintenanceEdgeFacts(id, found);
    return { prior, row: edge.found ?? undefined, facts: { edge, more } };
  };
  const how = { role: "responder", subject: "maintenance", table: maintenance, input, load } as const;
  return changeFound(ctx, how, given, async (told) => {
    const { row, edge, more } = told;
    const step = decide(subjectIn(row), told.input, more);
    return step.ok ? ok(await decisionOf(ctx, edge, row, step.value)) : step;
  });
}
