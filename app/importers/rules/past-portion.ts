import type { Status, StatusByLayer } from "~/status/status";
import { type IncidentStatusHistory, restatedLayerChanges } from "~/status-page/rules/incident-story";
import { type MaintenanceStatusHistory, restatedMaintenanceLayerChanges } from "~/status-page/rules/maintenance-story";
import type { LayerChange, StatusChangeFact } from "~/status-page/rules/snapshot-facts";
import { beginningOfTime } from "~/status-page/timeline/rules/layer-steps";
import { layerStepsOf, type TimeSpan } from "~/status-page/timeline/rules/timeline";
import type { MonitoredLayerHistory } from "./monitored-past";
import { type LayerRestatement, type LayerStatusCourse, layerCourseOfChanges, layerCourseWithin } from "./past-layers";

/** Facts of the components of one portion. */
export interface LayerRestatementFacts {
  /** Rows of their timelines. */
  changes: readonly StatusChangeFact[];
  stories: readonly IncidentStatusHistory[];
  works: readonly MaintenanceStatusHistory[];
  /** Upper limit of all times, UTC ms; later times are treated as this one. */
  until: number;
}

/** Spans in which the layers of one component are restated; null = the layer stays. */
export interface ComponentRestatementSpans {
  id: string;
  incident: TimeSpan | null;
  maintenance: TimeSpan | null;
}

const nothing: LayerStatusCourse = [{ at: beginningOfTime, status: null }];

/**
 * Returns the recorded statuses of a layer over time. Without rows that is `current` from the beginning; pass null for
 * the layers of incidents and maintenance.
 */
function recordedCourse(changes: readonly StatusChangeFact[], current: Status | null): LayerStatusCourse {
  return changes.length === 0 ? [{ at: beginningOfTime, status: current }] : layerStepsOf(changes, current);
}

/** Returns stories with what they say about these components alone. */
const narrowed = (stories: readonly IncidentStatusHistory[], ids: ReadonlySet<string>): IncidentStatusHistory[] =>
  stories.map((story) => ({
    ...story,
    components: story.components.filter(({ componentId }) => ids.has(componentId)),
    updates: story.updates.map((update) => ({
      ...update,
      changes: update.changes.filter(({ componentId }) => ids.has(componentId)),
    })),
  }));

const coursesOf = (changes: readonly LayerChange[]): Map<string, LayerStatusCourse> =>
  new Map(
    [...Map.groupBy(changes, ({ componentId }) => componentId)].map(([id, own]) => [id, layerCourseOfChanges(own)]),
  );

/** Returns the layers of incidents and maintenance, as they are recorded and as they should be. */
export function eventLayerRestatements(
  windows: readonly ComponentRestatementSpans[],
  facts: LayerRestatementFacts,
): LayerRestatement[] {
  const { changes, stories, works, until } = facts;
  const ids = new Set(windows.map(({ id }) => id));
  const wantedByLayer = {
    incident: coursesOf(restatedLayerChanges([], narrowed(stories, ids), until)),
    maintenance: coursesOf(restatedMaintenanceLayerChanges([], [], works, until)),
  };
  const rows = Map.groupBy(changes, ({ componentId, layer }) => `${componentId} ${layer}`);
  return windows.flatMap(({ id: componentId, ...spans }) =>
    (["incident", "maintenance"] as const).flatMap((layer): LayerRestatement[] => {
      const span = spans[layer];
      if (span === null || span.from >= span.to) return [];
      const recorded = recordedCourse(rows.get(`${componentId} ${layer}`) ?? [], null);
      const wanted = layerCourseWithin(recorded, wantedByLayer[layer].get(componentId) ?? nothing, span);
      return [{ componentId, layer, recorded, wanted }];
    }),
  );
}

interface MonitoredComponent {
  id: string;
  layers: StatusByLayer;
  /** When it came: from then on its monitors here say how it is. */
  createdAt: number;
}

/** Returns the layers of a component before it came, as the histories of its monitors say. */
export function monitoredLayerRestatements(
  { id: componentId, layers, createdAt }: MonitoredComponent,
  changes: readonly StatusChangeFact[],
  past: MonitoredLayerHistory,
): LayerRestatement[] {
  return (["observed", "coverage"] as const).map((layer) => {
    const own = changes.filter((each) => each.componentId === componentId && each.layer === layer);
    const recorded = recordedCourse(own, layers[layer]);
    const before: Status | null = layer === "coverage" ? "no_data" : (recorded[0]?.status ?? null);
    const course = [{ at: beginningOfTime, status: before }, ...past[layer]];
    return {
      componentId,
      layer,
      recorded,
      wanted: layerCourseWithin(recorded, course, { from: beginningOfTime, to: createdAt }),
    };
  });
}
