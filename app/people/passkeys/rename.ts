import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { renamePasskey } from "../queries/credentials";
import { type PasskeyRenameInput, passkeyRenameInput } from "../rules/credentials-input";
import { minePasskey } from "./own-passkey";

/** Renames one's own passkey. Failures: invalid, missing. */
export async function renameMyPasskey(ctx: Ctx, given: PasskeyRenameInput): Promise<Result<ChangeResult>> {
  const { actor } = ctx;
  if (actor.kind !== "person") return unauthenticatedFailure;
  return changeOne(
    ctx,
    {
      ...minePasskey(ctx, actor.id),
      input: passkeyRenameInput,
    },
    given,
    ({ row, fields: { name } }) => {
      if (row.name === name) return ok(null);
      return ok({
        action: "passkey.rename",
        changes: [renamePasskey(row.id, actor.id, name)],
        before: { name: row.name },
        after: { name },
      });
    },
  );
}
