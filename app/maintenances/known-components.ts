import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";

type StatusByComponentId = Record<string, string>;
export type ComponentRefs = readonly { id: string }[];

/** Query for the page's components, read with the other facts; no rows when the input names none. */
export const componentsIfNamedQuery = (ctx: Ctx, pageId: string, given: StatusByComponentId | undefined) =>
  activeComponentsOfPageQuery(ctx, given ? pageId : "");

/**
 * Returns the failure for a component that is not on the page; null when all are. Components that it had before are
 * allowed.
 */
export function unknownMaintenanceComponentFailure(
  shown: ComponentRefs,
  components: StatusByComponentId,
  before: StatusByComponentId = {},
) {
  const known = new Set([...shown.map(({ id }) => id), ...Object.keys(before)]);
  const unknown = Object.keys(components).find((id) => !known.has(id));
  return unknown === undefined ? null : invalidFieldFailure(`components.${unknown}`, "component.unknown");
}

/**
 * Returns the requested components together with its archived ones, which no form lists. undefined = unchanged.
 * Failures: invalid.
 */
export function componentsAfterChange(
  shown: ComponentRefs,
  asked: StatusByComponentId | undefined,
  before: StatusByComponentId,
): Result<StatusByComponentId | undefined> {
  if (!asked) return ok(asked);
  const unknown = unknownMaintenanceComponentFailure(shown, asked, before);
  if (unknown) return unknown;
  const known = new Set(shown.map(({ id }) => id));
  const archived = Object.entries(before).filter(([id]) => !known.has(id));
  return ok({ ...Object.fromEntries(archived), ...asked });
}
