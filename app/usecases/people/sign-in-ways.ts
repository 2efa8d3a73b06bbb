import { deploymentFacts, mailersInOrder } from "~/db/queries/mailer";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { type PasskeyPlace, passkeyPlace } from "~/rules/people/passkey";

export interface SignInWays {
  /** `none` = no mailer is set; `failing` = none of them takes a mail at the moment. */
  mail: "works" | "failing" | "none";
  passkeys: PasskeyPlace;
}

/** Which ways in there are at this moment, for everybody: nothing about any account. */
export async function signInWays(ctx: Ctx): Promise<SignInWays> {
  const [mailers, [facts]] = await read(ctx, mailersInOrder(ctx), deploymentFacts(ctx));
  const failing = facts?.mailFailingSince ? "failing" : "works";
  return { mail: mailers.length === 0 ? "none" : failing, passkeys: passkeyPlace(ctx.config.origin) };
}
