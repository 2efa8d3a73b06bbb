import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { fail, missingFailure, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { heartbeatByIdQuery } from "./queries/heartbeat";
import { recordPing } from "./record";
import { type HeartbeatTargetInput, heartbeatTargetInputSchema } from "./rules/input";

const addressSealed = refusalFor("heartbeat.sealed");
const nothing = { bytes: new Uint8Array(), truncated: false };

/**
 * Sends a real success to its own address, to show the effect of a ping. Failures: missing, overloaded, conflict when
 * its address cannot be read.
 */
export async function sendTestPing(ctx: Ctx, given: HeartbeatTargetInput): Promise<Result<ChangeResult>> {
  const authorized = authorizeAndParse(ctx, { role: "admin", input: heartbeatTargetInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id } = input;
  const [prior, [row]] = await readBatch(ctx, priorCommitQuery(ctx, commitId), heartbeatByIdQuery(ctx, pageId, id));
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay;
  if (!row) return missingFailure;
  const uuid = await ctx.secrets.open(row.tokenSealed);
  if (uuid === null) return fail({ name: "conflict", code: "sealed", detail: addressSealed });
  const by = { method: "POST", from: "", agent: "Upfront, by a person", body: nothing };
  const pinged = await recordPing(ctx, { address: { uuid }, action: "success", create: false, ...by });
  if (!pinged.ok) return pinged;
  const audit = { action: "heartbeat.send_ping", subjectKind: "heartbeat", subjectId: id };
  return commitChangeWithRetry(ctx, () => commitChange(ctx, { id: commitId, pageId, changes: [], audit }));
}
