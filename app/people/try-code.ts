import { isTokenShaped } from "~/access/session";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { runBatch } from "~/db/run-batch";
import { goneFailure, invalidFieldFailure, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { signInCodeSigningText } from "./mail-link";
import { countSignInCodeTryStatement } from "./queries/sign-in";
import { maxSignInCodeTries } from "./rules/sign-in";
import { parseSignInCode } from "./rules/sign-in-code";
import { type RedeemedProof, redeemSignInProof, type SignInProof } from "./spend-proof";

interface SignInCodeProof extends Omit<SignInProof, "by"> {
  codeHash: string;
}

/** The same failure for a code that is wrong, has expired, was guessed too often, or was never sent. */
const wrong = invalidFieldFailure("code", refusalFor("person.wrong_code", { tries: maxSignInCodeTries }));

/** A placeholder that is compared in place of a code that was never sent, so that the time taken is the same. */
const noCode = { codeHash: "A".repeat(43), personId: null };

/**
 * Checks the code of an email in the browser that asked: five tries, then code and link are invalid. Each try is
 * counted before it is compared; when no email was sent there is nothing to count. Failures: invalid (`code`), gone (no
 * browser that asked), conflict `address_taken`.
 */
export async function redeemSignInCode(
  ctx: Ctx,
  given: { code: string; request: string | null; userAgent: string | null; device?: string | null },
): Promise<Result<RedeemedProof>> {
  if (given.request === null || !isTokenShaped(given.request)) return goneFailure;
  const code = parseSignInCode(given.code);
  if (code === null) return invalidFieldFailure("code", "person.code");
  const requestHash = await ctx.secrets.hash(given.request);
  const [counted] = await runBatch(ctx, [countSignInCodeTryStatement(requestHash, ctx.now())]);
  const tried = counted?.results[0] as SignInCodeProof | undefined;
  const right = await ctx.secrets.verify(signInCodeSigningText(requestHash, code), (tried ?? noCode).codeHash);
  if (!tried || !right || tried.personId === null) return wrong;
  const { userAgent, device = null } = given;
  return commitChangeWithRetry(ctx, () =>
    redeemSignInProof(ctx, { proof: { ...tried, by: "code" }, userAgent, device }),
  );
}
