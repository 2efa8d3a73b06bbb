import { permit } from "~/access/permission";
import { componentsWatchedOnlyBy } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { priorCommit } from "~/audit/queries/audit";
import { type ChangeResult, replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { withUnwatchedComponents } from "~/change/decision";
import { settleAfterAnswer } from "~/change/settle-after-answer";
import { wantSettle } from "~/clock/wishes/queries/wish";
import { read } from "~/db/read";
import { source } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { fail, missingFailure, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import { forgetHeartbeats } from "~/monitors/queries/monitor-rows";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { heartbeatsByIds } from "./queries/heartbeat";
import { type BulkHeartbeats, type BulkHeartbeatsInput, bulkHeartbeatsInput } from "./rules/input";

export type { BulkHeartbeatsInput };

const ofAgent = fail({ name: "conflict", code: "of_agent", detail: "heartbeat.of_agent" });

/** Mutes the heartbeats until this instant; null ends the mute. */
function muting(ctx: Ctx, { pageId, ids }: BulkHeartbeats, mutedUntil: number | null): Statement[] {
  const updatedAt = ctx.now();
  return updateRows(
    source,
    pageId,
    ids.map((id) => ({ id, mutedUntil, updatedAt })),
  );
}

function changesOf(ctx: Ctx, input: BulkHeartbeats): Statement[] {
  if (input.action === "delete") return forgetHeartbeats(input.pageId, input.ids, ctx.now());
  return muting(ctx, input, input.action === "mute" ? ctx.now() + input.value * minuteMs : null);
}

async function attempt(ctx: Ctx, input: BulkHeartbeats, commitId: string): Promise<Result<ChangeResult>> {
  const { pageId, ids, action } = input;
  const [prior, rows, alone, left] = await read(
    ctx,
    priorCommit(ctx, commitId),
    heartbeatsByIds(ctx, pageId, ids),
    componentsWatchedOnlyBy(ctx, pageId, { sources: action === "delete" ? ids : [] }),
    incidentsLeftBehindBy(ctx, pageId, { sources: action === "delete" ? ids : [] }),
  );
  const replay = replayOf(prior, pageId);
  if (replay) return replay;
  if (rows.length < ids.length) return missingFailure;
  if (action === "delete" && rows.some((row) => row.ofAgent)) return ofAgent;
  const parted = partFrom(ctx, pageId, left);
  return commitChange(ctx, {
    id: commitId,
    pageId,
    expect: [{ table: source, rows: rows.map(({ id, version }) => ({ id, version })) }],
    changes: [
      wantSettle(pageId, ctx.now(), true, { sources: action === "delete" ? ids : [] }),
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
export async function bulkHeartbeats(ctx: Ctx, given: BulkHeartbeatsInput): Promise<Result<ChangeResult>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  const parsed = may.ok ? parseInput(bulkHeartbeatsInput, given) : may;
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id() } = parsed.value;
  const done = await commitChangeWithRetry(ctx, () => attempt(ctx, parsed.value, commitId));
  if (done.ok) settleAfterAnswer(ctx, pageId);
  return done;
}
