import type { Role } from "~/access/actor";
import { personOf } from "~/access/actor";
import { isToken } from "~/access/session";
import { read } from "~/db/read";
import { goneFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { invitationByHash, invitedPerson } from "../queries/invitation";
import { personById } from "../queries/sign-in";

export interface ShownInvitation {
  pageName: string;
  role: Role;
  inviter: string | null;
  /** True when it was accepted, revoked or has expired. */
  over: boolean;
  /** Name of the signed-in person, who joins by the button; null when no one is signed in. */
  joiningAs: string | null;
  /** True when a person is created, whose name is asked. */
  asksName: boolean;
  /** True when the invited address has a person, who must sign in before joining. */
  signInFirst: boolean;
}

/** Returns what the holder of a link may know; changes nothing. Fails with gone when the link never existed. */
export async function readInvitation(ctx: Ctx, { token }: { token: string }): Promise<Result<ShownInvitation>> {
  if (!isToken(token)) return goneFailure;
  const tokenHash = await ctx.secrets.hash(token);
  const me = personOf(ctx.actor);
  const [[row], [known], [person]] = await read(
    ctx,
    invitationByHash(ctx, tokenHash),
    invitedPerson(ctx, tokenHash),
    personById(ctx, me ?? ""),
  );
  if (!row) return goneFailure;
  return ok({
    pageName: row.pageName,
    role: row.role,
    inviter: row.inviter,
    over: row.acceptedAt !== null || row.expiresAt <= ctx.now(),
    joiningAs: person?.name ?? null,
    asksName: !person && !known,
    signInFirst: !person && known !== undefined,
  });
}
