import type { Tables } from "./rows.ts";

/** What the parts of the demo share while they are made. */
export interface Demo {
  now: number;
  pageId: string;
  tables: Tables;
  id: (at: number) => string;
  /** Component id by name. */
  components: Map<string, string>;
}

/** Times of one row that nobody has changed since. */
export const unchanged = (at: number) => ({ version: 0, createdAt: at, updatedAt: at });

/** Of a source that is a monitor or heartbeat of ours: it speaks, and its quiet means nothing. */
export const ofOurs = { silentSince: null, quietMeansWell: false, quietAnswered: false };

/** The id of a component by its name; a story about one that is not there is a mistake in the story. */
export function componentOf({ components }: Demo, name: string): string {
  const found = components.get(name);
  if (!found) throw new Error(`The demo has no component ${name}.`);
  return found;
}

export interface LayerChange {
  component: string;
  layer: "incident" | "maintenance" | "observed";
  from: string | null;
  to: string | null;
  at: number;
  recordedAt?: number;
  cause: string;
  reference: string | null;
}

/** One row of the history that uptime and bars are made from. */
export function addChange(demo: Demo, { component, from, to, recordedAt, ...change }: LayerChange): void {
  const known = recordedAt ?? change.at;
  demo.tables.add("status_change", {
    id: demo.id(known),
    pageId: demo.pageId,
    componentId: componentOf(demo, component),
    fromStatus: from,
    toStatus: to,
    recordedAt: known,
    ...change,
  });
}
