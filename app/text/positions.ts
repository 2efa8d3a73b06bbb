export interface PositionedItem {
  id: string;
  position: number;
}

/** Returns the rows whose position must change for the list to have this order; it reuses the existing positions. */
export function rowsToReposition<T extends PositionedItem>(order: readonly T[]): T[] {
  const places = order.map((each) => each.position).sort((one, other) => one - other);
  let last = Number.NEGATIVE_INFINITY;
  return order.flatMap((each, index) => {
    const position = Math.max(places[index] ?? 0, last + 1);
    last = position;
    return position === each.position ? [] : [{ ...each, position }];
  });
}

/**
 * Moves one item of a list (in its present order) a place up or down, and returns the rows whose position changes; none
 * at an end.
 */
export function moveItemByOne<T extends PositionedItem>(list: readonly T[], id: string, direction: "up" | "down"): T[] {
  const from = list.findIndex((each) => each.id === id);
  const to = from + (direction === "up" ? -1 : 1);
  const [one, other] = [list[from], list[to]];
  if (!one || !other) return [];
  const order = [...list];
  order[from] = other;
  order[to] = one;
  return rowsToReposition(order);
}

/**
 * Moves an item of a list to the position of another and shifts the items between them. Returns the rows whose position
 * changes.
 */
export function moveItemOnto<T extends PositionedItem>(list: readonly T[], id: string, onto: string): T[] {
  const from = list.findIndex((each) => each.id === id);
  const to = list.findIndex((each) => each.id === onto);
  const one = list[from];
  if (!one || to < 0 || from === to) return [];
  return rowsToReposition(list.toSpliced(from, 1).toSpliced(to, 0, one));
}
