import { type Done, missing } from "~/change/answers";
import { createOne } from "~/change/create-one";
import { present } from "~/change/differences";
import { component, page } from "~/db/schema";
import { insertRows } from "~/db/write";
import { allWrong, invalid, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { shownComponents } from "~/status-page/queries/snapshot-facts";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { takenName, unknownGroup } from "./checked";
import { checkedCause } from "./dependences/checked";
import { componentLimit, newComponentRow, nextPosition } from "./new-row";
import { groupsOf, namesAreFree } from "./queries/component";
import { type CreateComponentInput, createComponentInput } from "./rules/input";
import { manualStep } from "./set-status";

export type { CreateComponentInput };

/** A status that comes with the component is the manual layer's, from now on. */
function manualRow(ctx: Ctx, componentId: string, status: SettableStatus | undefined) {
  if (!status || status === "operational") return [];
  return [{ componentId, layer: "manual" as const, from: null, to: status, at: ctx.now() }];
}

/** Adds a component at the end of the page. Failures: invalid (also an unknown group). */
export const createComponent = (ctx: Ctx, given: CreateComponentInput): Promise<Result<Done>> =>
  createOne(
    ctx,
    {
      role: "admin",
      subject: "component",
      input: createComponentInput,
      facts: (_, { pageId }) => ({
        owner: pageById(ctx, pageId),
        groups: groupsOf(ctx, pageId),
        others: shownComponents(ctx, pageId),
        timeline: timelineOf(ctx, pageId),
      }),
    },
    given,
    async ({ id, input: { pageId }, fields: { status, ...fields }, owner: [owner], groups, others, timeline }) => {
      if (!owner) return missing;
      const cause = checkedCause(id, fields.dependsOn, { known: others, of: "component" });
      const isFull = others.length >= componentLimit;
      const full = isFull ? invalid("name", said("component.limit", { most: componentLimit })) : null;
      const called = { id, name: fields.name, groupId: fields.groupId || null };
      const wrong = allWrong(full, unknownGroup(groups, fields.groupId), takenName(others, called), cause);
      if (wrong) return wrong;
      if (!cause.ok) return cause;
      const manual = manualRow(ctx, id, status);
      const own = {
        id,
        name: fields.name,
        position: nextPosition(others),
        manualStatus: manual[0]?.to ?? null,
        byHand: status !== undefined,
      };
      const row = { ...newComponentRow(ctx, owner, own), ...present(fields) };
      const step = await manualStep(ctx, pageId, stateOf(timeline), manual);
      return ok({
        action: "component.create",
        expect: [{ table: page, rows: [{ id: pageId, version: owner.version }] }, ...cause.value],
        guards: [...step.guards, ...namesAreFree(pageId, [row])],
        changes: [...insertRows(component, [row]), ...step.changes],
        after: present({ ...fields, status }),
        publishes: true,
      });
    },
  );
