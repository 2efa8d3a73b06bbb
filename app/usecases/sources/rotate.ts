import { priorCommit } from "~/db/queries/audit";
import { sourceById } from "~/db/queries/source";
import { read } from "~/db/read";
import { source } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type SourceTarget, sourceTarget } from "~/rules/alerts/input";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { newAddress } from "./create";
import { viewOf } from "./list";

/** Gives a source a new address; the old one answers 404 from now on. Failures: conflict, missing. */
export async function rotateSource(ctx: Ctx, given: SourceTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(sourceTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  const address = await newAddress(ctx);
  return changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), sourceById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version }, viewOf);
    if (found.answer) return found.answer;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: source, rows: [{ id, version: found.row.version }] }],
      changes: updateRows(source, pageId, [{ id, ...address, updatedAt: ctx.now() }]),
      audit: { action: "source.rotate", subjectKind: "source", subjectId: id },
    });
  });
}
