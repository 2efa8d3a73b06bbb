import { readBatch } from "~/db/read";
import { mailDeploymentFactsQuery, mailersInOrderQuery } from "~/mailers/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import { credentialFlagsOfPersonQuery } from "./queries/credentials";
import { type PasskeyRelyingParty, passkeyRelyingParty } from "./rules/passkey";

export interface SignInMethods {
  /**
   * `none`: there is no mailer; `failing`: none accepts an email at the moment; `no_address`: the signed-in person has
   * none.
   */
  mail: "works" | "failing" | "none" | "no_address";
  passkeys: PasskeyRelyingParty;
  /** True when the person has a passkey; for strangers, when anyone has one. When false, there is no button for it. */
  hasPasskey: boolean;
}

function mailOf(ctx: Ctx, { mailers, failing, address }: { mailers: number; failing: boolean; address: boolean }) {
  if (mailers === 0) return "none";
  if (ctx.actor.kind === "person" && !address) return "no_address";
  return failing ? "failing" : "works";
}

/**
 * Returns the present ways to sign in: for strangers, without anything about an account; for a signed-in person, their
 * own.
 */
export async function readSignInMethods(ctx: Ctx): Promise<SignInMethods> {
  const personId = ctx.actor.kind === "person" ? ctx.actor.id : null;
  const queries = [
    mailersInOrderQuery(ctx),
    mailDeploymentFactsQuery(ctx),
    credentialFlagsOfPersonQuery(ctx, personId),
  ] as const;
  const [mailers, [facts], [known]] = await readBatch(ctx, ...queries);
  const asked = {
    mailers: mailers.length,
    failing: Boolean(facts?.mailFailingSince),
    address: Boolean(known?.address),
  };
  return {
    mail: mailOf(ctx, asked),
    passkeys: passkeyRelyingParty(ctx.config.origin),
    hasPasskey: Boolean(known?.passkey),
  };
}

/**
 * Returns the command that prints a sign-in link. Operators get it with the folder of the running deployment; strangers
 * get the short form, which does not reveal the folder and still finds the deployment.
 */
export function signInLinkCommand({ actor, config }: Pick<Ctx, "actor" | "config">): string {
  if (config.onCloudflare) return "npm run deploy -- --link";
  const isOperator = actor.kind === "person" && actor.operator;
  return (isOperator ? config.tokenCommand : undefined) ?? "npm run token";
}
