import { dropRuleComponent } from "~/alert-rules/queries/rule";
import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { component } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dependsNoMore } from "./dependences/queries/dependence";
import { oneComponent } from "./one";
import { type ComponentTarget, componentTarget } from "./rules/input";

/** Takes a component off the page and out of the rules; its history stays. Failures: conflict, missing. */
export const archiveComponent = (ctx: Ctx, given: ComponentTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    { ...oneComponent, role: "admin", input: componentTarget, settles: true },
    given,
    ({ row: { id, pageId, name } }) =>
      ok({
        action: "component.archive",
        fields: { archivedAt: ctx.now(), dependsOn: null },
        changes: [dropRuleComponent(pageId, id), dependsNoMore(component, pageId, id)],
        before: { name },
        publishes: true,
      }),
  );
