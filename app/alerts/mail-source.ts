import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import { loadSourceByToken } from "./known-source";

/**
 * Checks that a source takes email at this address. Fails with missing, or with overloaded while the database is away.
 */
export async function checkMailSource(ctx: Ctx, token: string): Promise<Result<true>> {
  try {
    const source = await loadSourceByToken(ctx, await ctx.secrets.hash(token));
    return source?.row.kind === "mail" ? ok(true) : missingFailure;
  } catch (error) {
    const failure = failureOfError(error);
    if (!failure) throw error;
    return fail(failure);
  }
}
