import { priorCommit } from "~/db/queries/audit";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { moved } from "~/rules/basics/ordering";
import { permit } from "~/rules/basics/permission";
import { type MoveInput, moveInput } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";

export type { MoveInput };

/** Moves a component one place within its group; at the end of the group nothing changes. */
export async function moveComponent(ctx: Ctx, given: MoveInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(moveInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), direction } = parsed.value;
  return changing(ctx, async () => {
    const [prior, all] = await read(ctx, priorCommit(ctx, commitId), shownComponents(ctx, pageId));
    const found = find(
      prior,
      all.find((each) => each.id === id),
      { pageId, version },
    );
    if (found.answer) return found.answer;
    const siblings = all.filter((each) => each.groupId === found.row.groupId);
    const changed = moved(siblings, id, direction);
    if (changed.length === 0) return ok({ id });
    const rows = changed.map((each) => ({ id: each.id, position: each.position }));
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: component, rows: changed.map((each) => ({ id: each.id, version: each.version })) }],
      changes: updateRows(component, pageId, rows),
      audit: { action: "component.move", subjectKind: "component", subjectId: id, after: { direction } },
      publishes: "home",
    });
  });
}
