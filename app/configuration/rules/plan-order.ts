import type { PlannedChange } from "./configuration-types";

/** A change with the things of the file that have to be made before it. */
export interface OrderedChange {
  change: PlannedChange;
  /** Name of the thing that it makes; null = it makes none. */
  makes: string | null;
  needs: readonly string[];
}

export interface PlannedChangeOrder {
  changes: PlannedChange[];
  /** Things that need one another, so that none can be made first. */
  circle: readonly OrderedChange[];
}

/** Orders changes so that what is named exists first; others keep their order. */
export function orderPlannedChanges(all: readonly OrderedChange[]): PlannedChangeOrder {
  const makers = new Map(all.flatMap((each) => (each.makes === null ? [] : [[each.makes, each]])));
  const changes: PlannedChange[] = [];
  const [done, open] = [new Set<OrderedChange>(), new Set<OrderedChange>()];
  let circle: readonly OrderedChange[] = [];
  const visit = (each: OrderedChange) => {
    if (done.has(each)) return;
    if (open.has(each)) {
      circle = circle.length > 0 ? circle : [...open].slice([...open].indexOf(each));
      return;
    }
    open.add(each);
    for (const need of each.needs) {
      const maker = makers.get(need);
      if (maker) visit(maker);
    }
    open.delete(each);
    done.add(each);
    changes.push(each.change);
  };
  for (const each of all) visit(each);
  return { changes, circle };
}
