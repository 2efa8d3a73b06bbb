import { guardComponentsUnobservedStatements } from "~/alert-rules/queries/observed-components";
import { removeComponentsFromRulesStatement } from "~/alert-rules/queries/rule";
import { componentTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { TimelineState } from "~/status-page/rules/layer-change";
import { minuteMs } from "~/time/durations";
import { takenNameRefusal, unknownGroupRefusal } from "./component-checks";
import { removeDependencesStatement } from "./dependences/queries/dependence";
import { guardComponentNamesFreeStatements } from "./queries/component";
import type { BulkComponentsChange } from "./rules/bulk-input";
import { keeperChangeOnArchive } from "./rules/word";
import { manualStatusChange, manualStatusCommitParts, statusEndRefusal } from "./set-status";

type StoredComponent = typeof componentTable.$inferSelect;

interface BulkFacts {
  /** The components to change. */
  rows: StoredComponent[];
  /** All of the page. */
  known: StoredComponent[];
  groups: readonly { id: string; name: string }[];
  observedIds: ReadonlySet<string>;
  state: TimelineState;
}

/** The rows that one action writes. */
export interface BulkDecision {
  changes: SqlStatement[];
  guards: SqlStatement[];
  after: Record<string, unknown>;
  publishes?: boolean | "home";
}

type BulkActionInput<Name extends BulkComponentsChange["action"]> = Extract<BulkComponentsChange, { action: Name }>;

/** Updates components; the rows must have the same keys. */
const updated = (ctx: Ctx, pageId: string, rows: ({ id: string } & Partial<StoredComponent>)[]): SqlStatement[] =>
  updateRowsStatements(
    componentTable,
    pageId,
    rows.map((row) => ({ ...row, updatedAt: ctx.now() })),
  );

function regroup(ctx: Ctx, { pageId, groupId }: BulkActionInput<"regroup">, facts: BulkFacts): Result<BulkDecision> {
  const { rows, known, groups } = facts;
  const moved = rows.map((row) => ({ ...row, groupId: groupId || null }));
  const others = known.map((each) => moved.find(({ id }) => id === each.id) ?? each);
  const taken = moved.map((row) => takenNameRefusal(others, row)).find((each) => each !== null);
  const refused = unknownGroupRefusal(groups, groupId) ?? taken;
  if (refused) return refused;
  return ok({
    changes: updated(
      ctx,
      pageId,
      moved.map(({ id, groupId: to }) => ({ id, groupId: to })),
    ),
    guards: guardComponentNamesFreeStatements(pageId, moved),
    after: { group: groups.find(({ id }) => id === groupId)?.name ?? null },
    publishes: true,
  });
}

/** The columns that a manual status may change. */
const statusColumnsOf = (row: StoredComponent) => {
  const { manualStatus, manualReason, manualUntil, keptBy, keptAnswered, coverage, coverageSince } = row;
  return { manualStatus, manualReason, manualUntil, keptBy, keptAnswered, coverage, coverageSince };
};

async function setStatus(
  ctx: Ctx,
  input: BulkActionInput<"set_status">,
  facts: BulkFacts,
): Promise<Result<BulkDecision>> {
  const { pageId, until } = input;
  const refused = statusEndRefusal(ctx, until);
  if (refused) return refused;
  const status = input.status === "" ? null : input.status;
  const set = facts.rows.map((row) => ({
    row,
    ...manualStatusChange(ctx, row, { status, reason: "", until }, facts.observedIds.has(row.id)),
  }));
  const changed = set.filter(({ fields }) => Object.keys(fields).length > 0);
  const kept = changed.filter(({ fields }) => "keptBy" in fields && fields.keptBy === "manual");
  const rows = changed.flatMap((each) => each.rows);
  const step = await manualStatusCommitParts(ctx, pageId, facts.state, rows);
  const columns = changed.map(({ row, fields }) => ({ id: row.id, ...statusColumnsOf(row), ...fields }));
  return ok({
    changes: [...updated(ctx, pageId, columns), ...step.changes],
    guards: [
      ...guardComponentsUnobservedStatements(
        pageId,
        kept.map(({ row }) => row.id),
      ),
      ...step.guards,
    ],
    after: { status, until, ...(kept.length > 0 ? { keptBy: "manual" } : {}) },
    publishes: "home",
  });
}

async function archive(
  ctx: Ctx,
  { pageId, ids }: BulkActionInput<"archive">,
  facts: BulkFacts,
): Promise<Result<BulkDecision>> {
  const gone = { archivedAt: ctx.now(), dependsOn: null };
  const kept = facts.rows.map((row) => ({ row, ...keeperChangeOnArchive(row, ctx.now()) }));
  const rows = kept.flatMap((each) => each.rows);
  const step = await manualStatusCommitParts(ctx, pageId, facts.state, rows);
  const columns = kept.map(({ row: { id, coverage, coverageSince }, fields }) => ({
    id,
    ...gone,
    coverage,
    coverageSince,
    ...fields,
  }));
  return ok({
    changes: [
      ...updated(ctx, pageId, columns),
      removeComponentsFromRulesStatement(pageId, ids),
      removeDependencesStatement(componentTable, pageId, ids),
      ...step.changes,
    ],
    guards: step.guards,
    after: {},
    publishes: true,
  });
}

/** Mutes until an instant. If that has passed, the mute ends, and firing alerts notify again. */
function mute(ctx: Ctx, { pageId }: BulkComponentsChange, rows: StoredComponent[], mutedUntil: number) {
  const changed = updated(
    ctx,
    pageId,
    rows.map(({ id }) => ({ id, mutedUntil })),
  );
  return ok({ changes: changed, guards: [], after: { mutedUntil } });
}

/** Decides one action on several components. */
export function decideBulkChange(
  ctx: Ctx,
  input: BulkComponentsChange,
  facts: BulkFacts,
): Result<BulkDecision> | Promise<Result<BulkDecision>> {
  const now = ctx.now();
  switch (input.action) {
    case "regroup":
      return regroup(ctx, input, facts);
    case "set_status":
      return setStatus(ctx, input, facts);
    case "archive":
      return archive(ctx, input, facts);
    case "mute":
      return mute(ctx, input, facts.rows, now + input.minutes * minuteMs);
    case "unmute":
      return mute(
        ctx,
        input,
        facts.rows.filter(({ mutedUntil }) => (mutedUntil ?? 0) > now),
        now,
      );
  }
}
