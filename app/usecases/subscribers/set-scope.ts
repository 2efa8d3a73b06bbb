import { shownComponents } from "~/db/queries/component";
import { stillAtVersion, subscriberById } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, invalid, type Result } from "~/rules/failure";
import { parseInput } from "~/rules/input/parse";
import { type SetScopeInput, setScopeInput } from "~/rules/input/subscriber";
import { permit } from "~/rules/permission";
import { changing, commitChange, type Done, differences, missing } from "../change";

const fixed = fail({ name: "conflict", code: "one_incident", detail: "This subscription is for one incident." });

/** What an admin narrows or widens for somebody: some components, or with none the whole page. Failures: invalid, missing. */
export async function setScope(ctx: Ctx, given: SetScopeInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(setScopeInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, componentIds, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const [[row], components] = await read(ctx, subscriberById(ctx, pageId, id), shownComponents(ctx, pageId));
    if (!row) return missing;
    if (row.scope === "incident") return fixed;
    const strange = componentIds.find((each) => !components.some((component) => component.id === each));
    if (strange !== undefined) return invalid("componentIds", "This component is not on the page.");
    const next = { scope: componentIds.length > 0 ? "components" : "page", componentIds };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [stillAtVersion(pageId, id, row.version)],
      changes: updateRows(subscriber, pageId, [{ id, ...next, updatedAt: ctx.now() }]),
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId: id, ...differences(row, next) },
    });
  });
}
