import { priorCommit } from "~/db/queries/audit";
import { passkeysOf, renamePasskey } from "~/db/queries/credentials";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type PasskeyRenameInput, passkeyRenameInput } from "~/rules/people/credentials-input";
import { type Done, missing, replayOf } from "../../change/answers";
import { changing } from "../../change/changing";
import { commitChange } from "../../change/commit";

/** Gives a passkey of one's own another name. Failures: invalid, missing. */
export async function renameMyPasskey(ctx: Ctx, given: PasskeyRenameInput): Promise<Result<Done>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return fail({ name: "unauthenticated" });
  const parsed = parseInput(passkeyRenameInput, given);
  if (!parsed.ok) return parsed;
  const { id, name, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, mine] = await read(ctx, priorCommit(ctx, commitId), passkeysOf(ctx, actor.id));
    const found = mine.find((each) => each.id === id);
    const replay = replayOf(prior, null);
    if (replay) return replay;
    if (!found) return missing;
    if (found.name === name) return ok({ id });
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      changes: [renamePasskey(id, actor.id, name)],
      audit: {
        ...{ action: "passkey.rename", subjectKind: "passkey", subjectId: id },
        ...{ before: { name: found.name }, after: { name } },
      },
    });
  });
}
