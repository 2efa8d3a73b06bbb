import { priorCommit } from "~/db/queries/audit";
import { componentById, groupsOf } from "~/db/queries/component";
import { stateOf, timelineOf } from "~/db/queries/status-change";
import { read } from "~/db/read";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { invalid, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type UpdateComponentInput, updateComponentInput } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { manualChange, manualStep } from "./set-status";

export type { UpdateComponentInput };

/** Changes what a component is; a status that comes with it is the manual layer's. Failures: invalid, conflict, missing. */
export async function updateComponent(ctx: Ctx, given: UpdateComponentInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updateComponentInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), status, ...rest } = parsed.value;
  return changing(ctx, async () => {
    const [prior, [row], groups, timeline] = await read(
      ctx,
      priorCommit(ctx, commitId),
      componentById(ctx, pageId, id),
      groupsOf(ctx, pageId),
      timelineOf(ctx, pageId),
    );
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    if (rest.groupId && !groups.some((group) => group.id === rest.groupId)) return invalid("groupId", "No such group.");
    const manual = status ? manualChange(ctx, found.row, { status, reason: "", until: null }) : null;
    const changed = differences(found.row, { ...present(rest), ...manual?.fields });
    const step = await manualStep(ctx, pageId, stateOf(timeline), manual?.rows ?? []);
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: component, rows: [{ id, version: found.row.version }] }],
      guards: step.guards,
      changes: [...updateRows(component, pageId, [{ id, ...changed.after, updatedAt: ctx.now() }]), ...step.changes],
      audit: { action: "component.update", subjectKind: "component", subjectId: id, ...changed },
      publishes: true,
    });
  });
}
