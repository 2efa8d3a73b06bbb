import { priorCommit } from "~/db/queries/audit";
import { deleteToken, makerIsMember, tokensOf, tokensOnPage } from "~/db/queries/token";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { personOf } from "~/rules/basics/actor";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import {
  type CredentialTarget,
  credentialTarget,
  type TokenOnPage,
  tokenOnPage,
} from "~/rules/people/credentials-input";
import { type Done, missing, replayOf } from "../../change/answers";
import { changing } from "../../change/changing";
import { commitChange } from "../../change/commit";

const auditOf = (id: string, name: string, maker?: string) => ({
  ...{ action: "token.revoke", subjectKind: "token", subjectId: id },
  before: { name, ...(maker === undefined ? {} : { maker }) },
});

/** Revokes an API token of one's own; it answers 401 from this moment on. Failures: missing, forbidden. */
export async function revokeToken(ctx: Ctx, given: CredentialTarget): Promise<Result<Done>> {
  const me = personOf(ctx.actor);
  if (me === null) return fail({ name: "unauthenticated" });
  if (ctx.actor.kind === "token" && ctx.actor.readOnly) return fail({ name: "forbidden", code: "read_only_token" });
  const parsed = parseInput(credentialTarget, given);
  if (!parsed.ok) return parsed;
  const { id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, mine] = await read(ctx, priorCommit(ctx, commitId), tokensOf(ctx, me));
    const replay = replayOf(prior, null);
    if (replay) return replay;
    const found = mine.find((each) => each.id === id);
    if (!found) return missing;
    const audit = auditOf(id, found.name);
    return commitChange(ctx, { pageId: null, id: commitId, changes: [deleteToken(id, me)], audit });
  });
}

/** Revokes the token of a member of the page, for every page. For owners. Failures: missing, forbidden. */
export async function revokeTokenOnPage(ctx: Ctx, given: TokenOnPage): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(tokenOnPage, given);
  if (!parsed.ok) return parsed;
  const { id, pageId, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [prior, rows] = await read(ctx, priorCommit(ctx, commitId), tokensOnPage(ctx, pageId));
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    const found = rows.find((each) => each.id === id);
    if (!found) return missing;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [makerIsMember(pageId, found.personId)],
      changes: [deleteToken(id, found.personId)],
      audit: auditOf(id, found.name, found.maker),
    });
  });
}
