import { priorCommit } from "~/db/queries/audit";
import { anotherWayIn, deletePasskey, endOpenWays, otherWaysIn, passkeysOf } from "~/db/queries/credentials";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type CredentialTarget, credentialTarget } from "~/rules/people/credentials-input";
import { type Done, missing, replayOf } from "../../change/answers";
import { changing } from "../../change/changing";
import { commitChange } from "../../change/commit";
import { lastWayIn } from "../last-way-in";

/**
 * Removes a passkey of one's own, and with it every session but the one that asks. The last way in
 * stays. Failures: missing, conflict `last_credential`.
 */
export async function removePasskey(ctx: Ctx, given: CredentialTarget): Promise<Result<Done>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return fail({ name: "unauthenticated" });
  const parsed = parseInput(credentialTarget, given);
  if (!parsed.ok) return parsed;
  const { id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), passkeysOf(ctx, actor.id), otherWaysIn(ctx, actor.id, id)] as const;
    const [prior, mine, [left]] = await read(ctx, ...queries);
    const replay = replayOf(prior, null);
    if (replay) return replay;
    const found = mine.find((each) => each.id === id);
    if (!found) return missing;
    if (!left?.ways) return lastWayIn;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [anotherWayIn(actor.id, id)],
      changes: [deletePasskey(id, actor.id), ...endOpenWays(actor.id, actor.sessionId, ctx.now())],
      audit: { action: "passkey.remove", subjectKind: "passkey", subjectId: id, before: { name: found.name } },
    });
  });
}
