import { priorCommit } from "~/db/queries/audit";
import { forgetSource, sourceById } from "~/db/queries/source";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type SourceTarget, sourceTarget } from "~/rules/alerts/input";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";
import { viewOf } from "./list";

/** Deletes a source with its rules and deliveries; its alerts end. Failures: conflict, missing. */
export async function deleteSource(ctx: Ctx, given: SourceTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(sourceTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), sourceById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version }, viewOf);
    if (found.answer) return found.answer;
    const { kind, name } = found.row;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: source, rows: [{ id, version: found.row.version }] }],
      changes: [
        ...forgetSource(pageId, id, ctx.now()),
        ...deleteRows(source, pageId, [{ id }]),
        wantSettle(pageId, ctx.now()),
      ],
      audit: { action: "source.delete", subjectKind: "source", subjectId: id, before: { kind, name } },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
