import { component } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { invalid } from "~/failures/failure";
import { repositionedRows } from "~/text/positions";

type StoredComponent = typeof component.$inferSelect;

export function unknownComponents(known: readonly StoredComponent[], ids: readonly string[] = []) {
  const unknown = ids.find((id) => !known.some((each) => each.id === id));
  return unknown === undefined ? null : invalid("components", "component.unknown");
}

/** Puts these components, in this order, into the group and its other members out of it; absent for no change. */
export function regroupComponents(
  pageId: string,
  known: readonly StoredComponent[],
  groupId: string,
  ids: readonly string[] | undefined,
): Statement[] {
  if (!ids) return [];
  const members = ids.flatMap((id) => known.find((each) => each.id === id) ?? []);
  const places = new Map(repositionedRows(members).map((each) => [each.id, each.position]));
  const gone = known.filter((each) => each.groupId === groupId && !ids.includes(each.id));
  const rows = [
    ...members.map((each) => ({ id: each.id, groupId, position: places.get(each.id) ?? each.position })),
    ...gone.map(({ id, position }) => ({ id, groupId: null, position })),
  ];
  return updateRows(component, pageId, rows);
}
