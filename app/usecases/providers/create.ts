import { priorCommit } from "~/db/queries/audit";
import { read } from "~/db/read";
import { identityProvider } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { guardUrl } from "~/rules/basics/address-guard";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type CreateProviderInput, createProviderInput } from "~/rules/people/provider-input";
import { type Done, replayOf } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";

/** Plain http only where nobody but the operator's own network is on the way. */
function refusalOf(ctx: Ctx, issuer: string): Result<never> | null {
  const own = [new URL(ctx.config.origin).host];
  const guarded = guardUrl(issuer, { networks: ctx.config.networks, own });
  if (!guarded.ok) return invalid("issuer", guarded.detail, guarded.code);
  const isPublic = guardUrl(issuer, { networks: [], own }).ok;
  if (guarded.url.protocol === "http:" && isPublic) return invalid("issuer", "It must begin with https://.");
  return null;
}

/** Adds a provider by which people may sign in. Failures: invalid (a blocked address). */
export async function createProvider(ctx: Ctx, given: CreateProviderInput): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(createProviderInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), clientSecret, ...shown } = parsed.value;
  const refusal = refusalOf(ctx, shown.issuer);
  if (refusal) return refusal;
  const [id, now] = [ctx.id(), ctx.now()];
  const secretSealed = await ctx.secrets.seal(clientSecret);
  return changing(ctx, async () => {
    const [prior] = await read(ctx, priorCommit(ctx, commitId));
    const replay = replayOf(prior, null);
    if (replay) return replay;
    const made = await commitChange(ctx, {
      pageId: null,
      id: commitId,
      changes: insertRows(identityProvider, [{ id, ...shown, secretSealed, createdAt: now, updatedAt: now }]),
      audit: { action: "provider.create", subjectKind: "provider", subjectId: id, after: shown },
    });
    return made.ok ? ok(made.value) : made;
  });
}
