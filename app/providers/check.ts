import { readIfOperator } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { arrayOrUndefined, checkProviderClient, discoverProvider, ProviderError } from "./openid";
import { providerRedirectUrl } from "./provider-view";
import { type ProviderRow, providerByIdQuery } from "./queries/provider";

export interface ProviderCheckResult {
  ok: boolean;
  /** Findings; the first line is the verdict. */
  found: Refusal[];
}

const bad = (...found: Refusal[]): ProviderCheckResult => ({ ok: false, found });

const words: Partial<Record<string, Refusal>> = {
  away: "provider_check.away",
  untrusted: "provider_check.untrusted",
};

const wordsOf = ({ trouble, note }: ProviderError): Refusal[] => [words[trouble] ?? "provider_check.odd", note];

async function ask(ctx: Ctx, row: ProviderRow): Promise<ProviderCheckResult> {
  const server = await discoverProvider(ctx, row);
  const at = URL.parse(server.authorization_endpoint ?? "")?.host ?? "";
  const seen = [refusalFor("provider_check.at", { host: at })];
  if (!server.jwks_uri || !server.token_endpoint) return bad("provider_check.no_keys", ...seen);
  const secret = await ctx.secrets.open(row.secretSealed);
  if (secret === null) return bad("provider_check.sealed", ...seen);
  const objection = await checkProviderClient(ctx, row, {
    server,
    secret,
    redirect: providerRedirectUrl(ctx, row.id),
  });
  if (objection?.trouble === "client") return bad("provider_check.rejected", ...seen);
  if (objection) return bad("provider_check.no_tokens", objection.note);
  const tells = arrayOrUndefined(server.claims_supported)?.includes("email_verified");
  const vouching: Refusal = tells ? "provider_check.vouches" : "provider_check.silent";
  return { ok: true, found: ["provider_check.found", ...seen, vouching] };
}

/**
 * Checks that the provider can be found and accepts our client id and secret. For the operator. Three subrequests at
 * most.
 */
export const checkProvider = (ctx: Ctx, { id }: { id: string }): Promise<Result<ProviderCheckResult>> =>
  readIfOperator(ctx, [providerByIdQuery(ctx, id)], async ([[row]]) => {
    if (!row) return missingFailure;
    try {
      return ok(await ask(ctx, row));
    } catch (error) {
      if (error instanceof ProviderError) return ok(bad(...wordsOf(error)));
      throw error;
    }
  });
