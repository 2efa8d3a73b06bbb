import { invalid, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { shownComponents } from "~/status-page/queries/snapshot-facts";

type Given = Record<string, string>;
export type Shown = readonly { id: string }[];

/** The components of the page, to be read with the other facts; none where nothing is said of them. */
export const shownFor = (ctx: Ctx, pageId: string, given: Given | undefined) =>
  shownComponents(ctx, given ? pageId : "");

/** The refusal of a component that is not on the page; null when all are. What it had before may stay. */
export function unknownComponent(shown: Shown, components: Given, before: Given = {}) {
  const known = new Set([...shown.map(({ id }) => id), ...Object.keys(before)]);
  const unknown = Object.keys(components).find((id) => !known.has(id));
  return unknown === undefined ? null : invalid(`components.${unknown}`, "component.unknown");
}

/**
 * The components that are asked for, with those it had that are archived by now: no form lists them, so it says nothing
 * of them. undefined = as before. Failures: invalid.
 */
export function askedComponents(shown: Shown, asked: Given | undefined, before: Given): Result<Given | undefined> {
  if (!asked) return ok(asked);
  const unknown = unknownComponent(shown, asked, before);
  if (unknown) return unknown;
  const known = new Set(shown.map(({ id }) => id));
  const archived = Object.entries(before).filter(([id]) => !known.has(id));
  return ok({ ...Object.fromEntries(archived), ...asked });
}
