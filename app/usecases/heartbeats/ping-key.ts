import { priorCommit } from "~/db/queries/audit";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { page } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type PingKeyInput, pingKeyInput } from "~/rules/heartbeats/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";

/** Gives the page a ping key, or another one: addresses with the old one answer 404. Failures: conflict, missing. */
export async function makePingKey(ctx: Ctx, given: PingKeyInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(pingKeyInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, version, commitId = ctx.id() } = parsed.value;
  const key = ctx.token();
  const made = { pingKeyHash: await ctx.secrets.hash(key), pingKeySealed: await ctx.secrets.seal(key) };
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), pageById(ctx, pageId));
    const found = find(prior, row, { pageId, version }, ({ id, name, version: now }) => ({ id, name, version: now }));
    if (found.answer) return found.answer;
    const action = found.row.pingKeyHash === null ? "page.make_ping_key" : "page.rotate_ping_key";
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: page, rows: [{ id: pageId, version: found.row.version }] }],
      changes: updateRows(page, pageId, [{ id: pageId, ...made, updatedAt: ctx.now() }]),
      audit: { action, subjectKind: "page", subjectId: pageId },
    });
  });
}
