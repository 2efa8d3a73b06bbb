import { type ProviderRow, providerById } from "~/db/queries/provider";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permitOperator } from "~/rules/basics/permission";
import { missing } from "../change/answers";
import { discover, objectionToClient, ProviderError } from "./openid";
import { redirectAddress } from "./view";

export interface ProviderCheck {
  ok: boolean;
  /** What was found, in words; the first line is the verdict. */
  found: string[];
}

const bad = (...found: string[]): ProviderCheck => ({ ok: false, found });

const words: Partial<Record<string, string>> = {
  away: "Could not be reached.",
  untrusted: "Its metadata doesn’t match this issuer.",
};

const wordsOf = ({ trouble, note }: ProviderError): string[] => [
  words[trouble] ?? "It did not answer as it should.",
  note,
];

async function ask(ctx: Ctx, row: ProviderRow): Promise<ProviderCheck> {
  const server = await discover(ctx, row);
  const at = URL.parse(server.authorization_endpoint ?? "")?.host ?? "";
  const seen = [`People sign in at ${at}.`];
  if (!server.jwks_uri || !server.token_endpoint)
    return bad("Its document names no keys, or no address for tokens.", ...seen);
  const secret = await ctx.secrets.open(row.secretSealed);
  if (secret === null)
    return bad("The client secret was encrypted with a secret that is gone. Enter it again.", ...seen);
  const objection = await objectionToClient(ctx, row, { server, secret, redirect: redirectAddress(ctx, row.id) });
  if (objection?.trouble === "client") return bad("It rejected this client ID and secret.", ...seen);
  if (objection)
    return bad("Its document is fine, but where it gives out tokens it could not be asked.", objection.note);
  const tells = server.claims_supported?.includes("email_verified");
  const vouching = tells
    ? "It reports whether addresses are verified."
    : "It doesn’t declare that it reports whether addresses are verified: new people may have to connect it on their account page.";
  return { ok: true, found: ["It was found, and it did not object to the client id and secret.", ...seen, vouching] };
}

/** Asks the provider what it is, and whether it knows us. For the operator. Three subrequests at most. */
export async function checkProvider(ctx: Ctx, { id }: { id: string }): Promise<Result<ProviderCheck>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const [[row]] = await read(ctx, providerById(ctx, id));
  if (!row) return missing;
  try {
    return ok(await ask(ctx, row));
  } catch (error) {
    if (error instanceof ProviderError) return ok(bad(...wordsOf(error)));
    throw error;
  }
}
