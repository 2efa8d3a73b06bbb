import type { DemoTables } from "./demo-rows.ts";

/** State that the parts of the demo share while they are made. */
export interface DemoState {
  now: number;
  pageId: string;
  tables: DemoTables;
  id: (at: number) => string;
  /** Component id by name. */
  components: Map<string, string>;
}

/** Returns the times of a row that was never changed. */
export const unchangedRowColumns = (at: number) => ({ version: 0, createdAt: at, updatedAt: at });

/** Columns of a source that is a monitor or heartbeat of ours: it reports, and its silence has no meaning. */
export const ownSourceColumns = { silentSince: null, quietMeansWell: false, quietAnswered: false };

/** Returns the id of the component with this name. Throws if it does not exist. */
export function demoComponentId({ components }: DemoState, name: string): string {
  const found = components.get(name);
  if (!found) throw new Error(`The demo has no component ${name}.`);
  return found;
}

export interface DemoLayerChange {
  component: string;
  layer: "incident" | "maintenance" | "observed";
  from: string | null;
  to: string | null;
  at: number;
  recordedAt?: number;
  cause: string;
  reference: string | null;
}

/** Adds one row of the history from which uptime and bars are computed. */
export function addStatusChangeRow(
  demo: DemoState,
  { component, from, to, recordedAt, ...change }: DemoLayerChange,
): void {
  const known = recordedAt ?? change.at;
  demo.tables.add("status_change", {
    id: demo.id(known),
    pageId: demo.pageId,
    componentId: demoComponentId(demo, component),
    fromStatus: from,
    toStatus: to,
    recordedAt: known,
    ...change,
  });
}
