import { dropRuleComponent } from "~/alert-rules/queries/rule";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { component } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { componentAccess } from "./component-access";
import { dependsNoMore } from "./dependences/queries/dependence";
import { type ComponentTarget, componentTarget } from "./rules/input";
import { coverageAfterLeaving } from "./rules/word";
import { manualStep } from "./set-status";

/** Archives a component: off the page and out of the rules; its history stays. Failures: conflict, missing. */
export const archiveComponent = (ctx: Ctx, given: ComponentTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      ...componentAccess,
      role: "admin",
      input: componentTarget,
      facts: (_, { pageId }) => ({ timeline: timelineOf(ctx, pageId) }),
      settles: true,
    },
    given,
    async ({ row, timeline }) => {
      const { id, pageId, name } = row;
      const { fields, rows } = coverageAfterLeaving(row, ctx.now());
      const step = await manualStep(ctx, pageId, stateOf(timeline), rows);
      return ok({
        action: "component.archive",
        fields: { archivedAt: ctx.now(), dependsOn: null, ...fields },
        guards: step.guards,
        changes: [dropRuleComponent(pageId, id), dependsNoMore(component, pageId, id), ...step.changes],
        before: { name },
        publishes: true,
      });
    },
  );
