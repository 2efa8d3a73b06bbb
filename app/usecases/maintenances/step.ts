import type { z } from "zod";
import type { NoticeDraft } from "~/db/commit";
import { priorCommit } from "~/db/queries/audit";
import { dropReminders } from "~/db/queries/maintenance";
import { type MaintenanceEdgeFacts, type MaintenanceRow, maintenanceEdgeFacts } from "~/db/queries/maintenance-edge";
import { read } from "~/db/read";
import { maintenance } from "~/db/schema";
import { updateRows as changeRows, type Statement } from "~/db/write";
import {
  reminders,
  replaceComponents,
  type Touched,
  touchedStatus,
  updateRows,
} from "~/engines/edges/maintenance-rows";
import { timelineStep } from "~/engines/timeline/extend";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { isActive, maintenanceLayer } from "~/rules/maintenances/maintenance";
import { layerChanges } from "~/rules/snapshot/layer-change";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences } from "../change/differences";
import { find } from "../change/find";

type Row = typeof maintenance.$inferSelect;
type Facts = MaintenanceEdgeFacts;

/** The maintenance that a person acts on. */
export interface Subject {
  row: Row;
  components: Touched;
}

/** What a person does to one maintenance. */
export interface MaintenanceStep {
  /** The last word of the audit log's action. */
  verb: string;
  /** Its columns that change. */
  fields: Partial<Row>;
  /** Absent = the same components. */
  components?: Touched;
  /** What is said to visitors, and whether subscribers get it. */
  says?: { body: string; notify: boolean };
  notices?: NoticeDraft[];
  changes?: Statement[];
  /** For the audit log, beside the fields. */
  audited?: Record<string, unknown>;
}

interface Target {
  pageId: string;
  id: string;
  version?: number | undefined;
  commitId?: string | undefined;
}

const touchedOf = ({ components }: MaintenanceRow): Touched =>
  Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));

/** Its own columns. */
const rowOf = ({ components: _, updateCount: __, cancelledAt: ___, ...row }: MaintenanceRow): Row => row;

const layerParts = (components: Touched) =>
  Object.entries(components).map(([componentId, status]) => ({ componentId, status: touchedStatus(status) }));

/** What it does to the maintenance layer now; the timeline is guarded and raised even when the worst stays. */
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

/** Reminders move with the window and go away with the plan, in the same commit. */
function remindersAfter(ctx: Ctx, row: Row, next: Row, components: Touched) {
  const same = row.status !== "scheduled" || remindedBy.every((name) => row[name] === next[name]);
  if (same) return { drop: [], make: [] };
  const make = next.status === "scheduled" ? reminders(ctx, { ...next, components }) : [];
  return { drop: [dropReminders([row.id])], make };
}

async function commitStep(ctx: Ctx, { pageId, id, commitId }: Target, facts: Facts, step: MaintenanceStep) {
  const found = facts.found as MaintenanceRow;
  const row = rowOf(found);
  const next = { ...row, ...step.fields };
  const before = touchedOf(found);
  const components = step.components ?? before;
  const told = remindersAfter(ctx, row, next, components);
  const changed = differences(row, step.fields);
  const says = step.says ? [{ maintenanceId: id, status: next.status, ...step.says }] : [];
  const named = step.components ? differences({ components: before }, { components }) : { before: {}, after: {} };
  const layer = await layerStep(ctx, facts, found, components, next.status);
  return commitChange(ctx, {
    id: commitId ?? ctx.id(),
    pageId,
    expect: [{ table: maintenance, rows: [{ id, version: found.version }] }],
    guards: layer.guards,
    changes: [
      ...changeRows(maintenance, pageId, [{ id, ...step.fields, updatedAt: ctx.now() }]),
      ...(step.components ? replaceComponents(pageId, [id], components) : []),
      ...updateRows(ctx, pageId, says),
      ...told.drop,
      ...layer.changes,
      ...(step.changes ?? []),
    ],
    notices: [...(step.notices ?? []), ...told.make],
    audit: {
      action: `maintenance.${step.verb}`,
      subjectKind: "maintenance",
      subjectId: id,
      before: { ...changed.before, ...named.before },
      after: { ...changed.after, ...named.after, ...step.audited },
    },
    publishes: true,
  });
}

/**
 * One step of a person with one maintenance: rights, input, fresh facts, decision, one commit. Failures: those of the
 * decision, forbidden, invalid, conflict (version), missing.
 */
export async function stepMaintenance<S extends z.ZodType<Target>>(
  ctx: Ctx,
  schema: S,
  given: Target,
  decide: (subject: Subject, input: z.output<S>) => Result<MaintenanceStep> | Promise<Result<MaintenanceStep>>,
): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(schema, given);
  if (!parsed.ok) return parsed;
  const target = { ...parsed.value, commitId: parsed.value.commitId ?? ctx.id() };
  return changing(ctx, async () => {
    const [prior] = await read(ctx, priorCommit(ctx, target.commitId));
    const facts = await maintenanceEdgeFacts(ctx, target.pageId, target.id);
    const found = find(prior, facts.found ?? undefined, target);
    if (found.answer) return found.answer;
    const step = await decide({ row: rowOf(found.row), components: touchedOf(found.row) }, parsed.value);
    return step.ok ? commitStep(ctx, target, facts, step.value) : step;
  });
}
