import { permitRole } from "~/access/permission";
import { soleWatchedComponentsQuery } from "~/alert-rules/queries/observed-components";
import { incidentOutcomesAfterDeletion } from "~/alert-rules/unwatched-after-delete";
import { priorCommitQuery } from "~/audit/queries/audit";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { withUnwatchedComponents } from "~/change/decision";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, missingFailure, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { incidentsLeftByDeletionQuery } from "~/incidents/queries/left-behind-incidents";
import { deleteHeartbeatStatements } from "~/monitors/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { heartbeatsByIdsQuery } from "./queries/heartbeat";
import { type BulkHeartbeatsChange, type BulkHeartbeatsInput, bulkHeartbeatsInputSchema } from "./rules/input";

export type { BulkHeartbeatsInput };

const ofAgent = fail({ name: "conflict", code: "of_agent", detail: "heartbeat.of_agent" });

/** Mutes the heartbeats until this instant; null ends the mute. */
function muting(ctx: Ctx, { pageId, ids }: BulkHeartbeatsChange, mutedUntil: number | null): SqlStatement[] {
  const updatedAt = ctx.now();
  return updateRowsStatements(
    sourceTable,
    pageId,
    ids.map((id) => ({ id, mutedUntil, updatedAt })),
  );
}

function changesOf(ctx: Ctx, input: BulkHeartbeatsChange): SqlStatement[] {
  if (input.action === "delete") return deleteHeartbeatStatements(input.pageId, input.ids, ctx.now());
  return muting(ctx, input, input.action === "mute" ? ctx.now() + input.value * minuteMs : null);
}

async function attempt(ctx: Ctx, input: BulkHeartbeatsChange, commitId: string): Promise<Result<ChangeResult>> {
  const { pageId, ids, action } = input;
  const [prior, rows, alone, left] = await readBatch(
    ctx,
    priorCommitQuery(ctx, commitId),
    heartbeatsByIdsQuery(ctx, pageId, ids),
    soleWatchedComponentsQuery(ctx, pageId, { sources: action === "delete" ? ids : [] }),
    incidentsLeftByDeletionQuery(ctx, pageId, { sources: action === "delete" ? ids : [] }),
  );
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay;
  if (rows.length < ids.length) return missingFailure;
  if (action === "delete" && rows.some((row) => row.ofAgent)) return ofAgent;
  const parted = incidentOutcomesAfterDeletion(ctx, pageId, left);
  return commitChange(ctx, {
    id: commitId,
    pageId,
    expect: [{ table: sourceTable, rows: rows.map(({ id, version }) => ({ id, version })) }],
    changes: [
      requestSettleStatement(pageId, ctx.now(), true, { sources: action === "delete" ? ids : [] }),
      ...changesOf(ctx, input),
      ...parted.changes,
    ],
    notices: parted.notices,
    audit: {
      action: `heartbeat.bulk_${action}`,
      subjectKind: "page",
      subjectId: pageId,
      before: { heartbeats: rows.map(({ id, name }) => ({ id, name })) },
      after: withUnwatchedComponents("value" in input ? { value: input.value } : {}, alone),
    },
  });
}

/**
 * Changes up to 50 heartbeats in one commit, all or none. `value`: the minutes of a mute. Failures: missing (one does
 * not exist), conflict (`of_agent`: one belongs to an agent and is deleted with it), invalid.
 */
export async function bulkChangeHeartbeats(ctx: Ctx, given: BulkHeartbeatsInput): Promise<Result<ChangeResult>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, "admin");
  const parsed = may.ok ? parseInput(bulkHeartbeatsInputSchema, given) : may;
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id() } = parsed.value;
  const done = await commitChangeWithRetry(ctx, () => attempt(ctx, parsed.value, commitId));
  if (done.ok) settlePageAfterAnswer(ctx, pageId);
  return done;
}
