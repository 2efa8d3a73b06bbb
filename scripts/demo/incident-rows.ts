import { minuteMs } from "../../app/time/durations.ts";
import { addStatusChangeRow, type DemoLayerChange, type DemoState, demoComponentId } from "./demo.ts";
import { storedMarkdownColumns } from "./stored-text.ts";
import type { DemoIncident, DemoUpdate } from "./stories.ts";

const ladder = ["operational", "degraded_performance", "partial_outage", "major_outage"];
const impacts = ["none", "minor", "major", "critical"];

/** Statuses given to the open components of one incident. */
type DemoComponentStatuses = Map<string, string>;

interface DemoStep {
  component: string;
  from: string | null;
  to: string | null;
}

function stepsOf(update: DemoUpdate, standing: DemoComponentStatuses): DemoStep[] {
  const ended = [...standing.keys()].map((name): [string, null] => [name, null]);
  const wanted = update.status === "resolved" ? ended : Object.entries(update.touched ?? {});
  return wanted.map(([component, to]) => ({ component, from: standing.get(component) ?? null, to }));
}

/** An update of a made-up incident with the status changes that it brings. */
interface DemoUpdateOfIncident {
  demo: DemoState;
  incidentId: string;
  story: DemoIncident;
  update: DemoUpdate;
  steps: DemoStep[];
}

function addUpdate({ demo, incidentId, story, update, steps }: DemoUpdateOfIncident): void {
  const at = demo.now - (story.ago - update.after) * minuteMs;
  const changes = steps.map(({ component, from, to }) => ({
    componentId: demoComponentId(demo, component),
    name: component,
    from: from ?? "operational",
    to: to ?? "operational",
  }));
  demo.tables.add("incident_update", {
    id: demo.id(at),
    pageId: demo.pageId,
    incidentId,
    status: update.status,
    ...storedMarkdownColumns(update.body),
    shownAt: at,
    notify: true,
    changes: JSON.stringify(changes),
    authorKind: "person",
    authorId: story.author,
    createdAt: at,
    updatedAt: at,
  });
}

/**
 * Adds status changes. The first update describes the start itself, which is when the problem began; it was known
 * minutes later.
 */
function addSteps({ demo, incidentId, story, update, steps }: DemoUpdateOfIncident): void {
  const startedAt = demo.now - story.ago * minuteMs;
  const recordedAt = startedAt + update.after * minuteMs;
  const at = update === story.updates[0] ? startedAt : recordedAt;
  const cause: Pick<DemoLayerChange, "layer" | "cause" | "reference"> = {
    layer: "incident",
    cause: "incident",
    reference: incidentId,
  };
  for (const step of steps) addStatusChangeRow(demo, { ...step, ...cause, at, recordedAt });
}

function walk(
  demo: DemoState,
  incidentId: string,
  story: DemoIncident,
): { standing: DemoComponentStatuses; worst: number } {
  const standing: DemoComponentStatuses = new Map();
  let worst = 0;
  for (const update of story.updates) {
    const steps = stepsOf(update, standing);
    addUpdate({ demo, incidentId, story, update, steps });
    addSteps({ demo, incidentId, story, update, steps });
    for (const { component, to } of update.status === "resolved" ? [] : steps) {
      standing.set(component, to ?? "operational");
      worst = Math.max(worst, ladder.indexOf(to ?? "operational"));
    }
  }
  return { standing, worst };
}

/** Adds one incident with its updates, its components and the resulting history. */
export function addIncidentRows(demo: DemoState, story: DemoIncident): void {
  const startedAt = demo.now - story.ago * minuteMs;
  const atOf = (update: DemoUpdate | undefined) => (update ? startedAt + update.after * minuteMs : null);
  const first = atOf(story.updates[0]) ?? startedAt;
  const resolvedAt = atOf(story.updates.find(({ status }) => status === "resolved"));
  const id = demo.id(first);
  const { standing, worst } = walk(demo, id, story);
  for (const [component, status] of standing) {
    const row = { incidentId: id, componentId: demoComponentId(demo, component), pageId: demo.pageId, status };
    demo.tables.add("incident_component", row);
  }
  demo.tables.add("incident", {
    id,
    pageId: demo.pageId,
    title: story.title,
    status: story.updates.at(-1)?.status ?? "investigating",
    impact: impacts[worst] ?? "none",
    visibility: "published",
    startedAt,
    publishedAt: first,
    monitoringAt: atOf(story.updates.find(({ status }) => status === "monitoring")),
    resolvedAt,
    resolvedBy: resolvedAt === null ? null : "person",
    closed: resolvedAt !== null,
    origin: "person",
    edited: true,
    version: story.updates.length,
    createdAt: first,
    updatedAt: atOf(story.updates.at(-1)),
  });
}
