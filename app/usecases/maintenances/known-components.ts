import { shownComponents } from "~/db/queries/snapshot-facts";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { invalid, ok, type Result } from "~/rules/basics/failure";

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
  return unknown === undefined ? null : invalid(`components.${unknown}`, "component.unknown");
}

type Given = Record<string, string>;

/**
 * The components that are asked for, with those it had that are archived by now: no form lists them, so it says nothing
 * of them. undefined = as before. Failures: invalid.
 */
export async function askedComponents(
  ctx: Ctx,
  pageId: string,
  asked: Given | undefined,
  before: Given,
): Promise<Result<Given | undefined>> {
  if (!asked || Object.keys({ ...before, ...asked }).every((id) => id in before && id in asked)) return ok(asked);
  const [shown] = await read(ctx, shownComponents(ctx, pageId));
  const known = new Set(shown.map(({ id }) => id));
  const unknown = Object.keys(asked).find((id) => !known.has(id) && !(id in before));
  if (unknown !== undefined) return invalid(`components.${unknown}`, "component.unknown");
  const archived = Object.entries(before).filter(([id]) => !known.has(id));
  return ok({ ...Object.fromEntries(archived), ...asked });
}
