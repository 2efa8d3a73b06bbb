import { isTwilioSigned } from "~/access/twilio-signature";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";

export interface TwilioPost {
  /** Path as Twilio requested it. */
  path: string;
  signature: string;
  body: Result<Uint8Array>;
}

/**
 * Returns the fields of a post that Twilio signed. Failures: missing (the deployment has no account), unauthenticated,
 * too_large.
 */
export function verifyTwilioPost(ctx: Ctx, { path, signature, body }: TwilioPost): Result<URLSearchParams> {
  const { texting, origin } = ctx.config;
  if (!texting) return missingFailure;
  if (!body.ok) return body;
  const fields = new URLSearchParams(new TextDecoder().decode(body.value));
  const isSigned = isTwilioSigned({ url: `${origin}${path}`, fields, signature }, texting.token);
  return isSigned ? ok(fields) : fail({ name: "unauthenticated", code: "bad_signature" });
}
