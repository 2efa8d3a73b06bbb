import { dayMs, minuteMs } from "../../app/time/durations.ts";
import { addStatusChangeRow, type DemoState, demoComponentId } from "./demo.ts";
import { storedMarkdownColumns } from "./stored-text.ts";
import type { DemoMaintenance } from "./stories.ts";

const status = "under_maintenance";

interface DemoMaintenanceUpdate {
  status: "in_progress" | "completed";
  at: number;
  body: string;
}

function addWord(demo: DemoState, maintenanceId: string, { body, at, ...word }: DemoMaintenanceUpdate): void {
  demo.tables.add("maintenance_update", {
    id: demo.id(at),
    pageId: demo.pageId,
    maintenanceId,
    ...word,
    ...storedMarkdownColumns(body),
    shownAt: at,
    notify: true,
    authorKind: "machine",
    authorId: null,
    createdAt: at,
    updatedAt: at,
  });
}

function addHistory(
  demo: DemoState,
  id: string,
  components: readonly string[],
  startsAt: number,
  endsAt: number,
): void {
  addWord(demo, id, { status: "in_progress", at: startsAt, body: "The maintenance has begun." });
  addWord(demo, id, { status: "completed", at: endsAt, body: "The maintenance is complete." });
  const cause = { layer: "maintenance" as const, cause: "maintenance", reference: id };
  for (const component of components) {
    addStatusChangeRow(demo, { component, ...cause, from: null, to: status, at: startsAt });
    addStatusChangeRow(demo, { component, ...cause, from: status, to: null, at: endsAt });
  }
}

/**
 * Adds a maintenance window. It is completed on time if it is in the past, otherwise scheduled with an automatic start
 * and end.
 */
export function addMaintenanceRows(demo: DemoState, story: DemoMaintenance): void {
  const startsAt = demo.now + story.startsIn * minuteMs;
  const endsAt = startsAt + story.minutes * minuteMs;
  const over = endsAt < demo.now;
  const createdAt = Math.min(demo.now, startsAt) - 6 * dayMs;
  const id = demo.id(createdAt);
  demo.tables.add("maintenance", {
    id,
    pageId: demo.pageId,
    title: story.title,
    ...storedMarkdownColumns(story.body),
    status: over ? "completed" : "scheduled",
    startsAt,
    endsAt,
    startedAt: over ? startsAt : null,
    completedAt: over ? endsAt : null,
    dueAt: over ? null : startsAt,
    version: over ? 2 : 0,
    createdAt,
    updatedAt: over ? endsAt : createdAt,
  });
  for (const name of story.components) {
    const row = { maintenanceId: id, componentId: demoComponentId(demo, name), pageId: demo.pageId, status };
    demo.tables.add("maintenance_component", row);
  }
  if (over) addHistory(demo, id, story.components, startsAt, endsAt);
}
