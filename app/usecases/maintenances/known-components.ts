import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { invalid } from "~/rules/basics/failure";

/** The refusal of a component that is not on the page; null when all are. What it had before may stay. */
export async function unknownComponent(
  ctx: Ctx,
  pageId: string,
  components: Record<string, string>,
  before: Record<string, string> = {},
) {
  if (Object.keys(components).every((id) => id in before)) return null;
  const [known] = await read(ctx, shownComponents(ctx, pageId));
  const ids = new Set([...known.map(({ id }) => id), ...Object.keys(before)]);
  const unknown = Object.keys(components).find((id) => !ids.has(id));
  return unknown === undefined ? null : invalid(`components.${unknown}`, "No such component.");
}
