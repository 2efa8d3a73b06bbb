import { groupsOf } from "~/db/queries/component";
import { pageById } from "~/db/queries/page";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/db/queries/status-change";
import { read } from "~/db/read";
import { component, page } from "~/db/schema";
import { insertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayOf } from "~/rules/basics/day";
import { invalid, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import type { SettableStatus } from "~/rules/basics/status";
import { type CreateComponentInput, createComponentInput } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import { type Done, missing } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { present } from "../change/differences";
import { manualStep } from "./set-status";

export type { CreateComponentInput };

const componentLimit = 500;

/** A status that comes with the component is the manual layer's, from now on. */
function manualRow(ctx: Ctx, componentId: string, status: SettableStatus | undefined) {
  if (!status || status === "operational") return [];
  return [{ componentId, layer: "manual" as const, from: null, to: status, at: ctx.now() }];
}

/** Adds a component at the end of the page. Failures: invalid (also an unknown group). */
export async function createComponent(ctx: Ctx, given: CreateComponentInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createComponentInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), status, ...fields } = parsed.value;
  const id = ctx.id();
  return changing(ctx, async () => {
    const [[owner], groups, others, timeline] = await read(
      ctx,
      pageById(ctx, pageId),
      groupsOf(ctx, pageId),
      shownComponents(ctx, pageId),
      timelineOf(ctx, pageId),
    );
    if (!owner) return missing;
    if (fields.groupId && !groups.some((group) => group.id === fields.groupId))
      return invalid("groupId", "No such group.");
    if (others.length >= componentLimit) return invalid("name", `A page has at most ${componentLimit} components.`);
    const now = ctx.now();
    const manual = manualRow(ctx, id, status);
    const row = {
      startDate: dayOf(owner.timeZone, now),
      ...(present(fields) as typeof fields),
      id,
      pageId,
      position: Math.max(0, ...others.map((each) => each.position)) + 1,
      manualStatus: manual[0]?.to ?? null,
      observedSince: now,
      createdAt: now,
      updatedAt: now,
    };
    const step = await manualStep(ctx, pageId, stateOf(timeline), manual);
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: page, rows: [{ id: pageId, version: owner.version }] }],
      guards: step.guards,
      changes: [...insertRows(component, [row as typeof component.$inferInsert]), ...step.changes],
      audit: {
        action: "component.create",
        subjectKind: "component",
        subjectId: id,
        after: present({ ...fields, status }),
      },
      publishes: true,
    });
  });
}
