import { type DemoState, demoComponentId, unchangedRowColumns } from "./demo.ts";
import { demoMonitors } from "./monitors.ts";

/**
 * Adds a source that observes the same components as the monitors, so that a component whose monitor is deleted still
 * has an observer.
 */
export function addExternalSourceRows(demo: DemoState, from: number): void {
  const { pageId, tables, id } = demo;
  const sourceId = id(from);
  const times = unchangedRowColumns(from);
  const address = { tokenHash: sourceId, tokenSealed: "", settingsSealed: "{}" };
  const kind = { family: "source", kind: "alertmanager", name: "Prometheus" };
  tables.add("source", {
    id: sourceId,
    pageId,
    ...kind,
    ...address,
    silentSince: null,
    quietMeansWell: true,
    quietAnswered: true,
    ...times,
  });
  const ours = { pageId, sourceId, groupBy: "[]", holdSeconds: 120, resolveAfterSeconds: 300, ...times };
  for (const [position, { component, status }] of demoMonitors.entries()) {
    const ruleId = id(from);
    const match = JSON.stringify({ labels: { service: component.toLowerCase().replaceAll(" ", "-") } });
    tables.add("rule", { id: ruleId, ...ours, position, match, mode: "draft", catchAll: false });
    tables.add("rule_component", { pageId, ruleId, componentId: demoComponentId(demo, component), status });
  }
  tables.add("rule", {
    id: id(from),
    ...ours,
    position: demoMonitors.length,
    match: "{}",
    mode: "draft",
    catchAll: true,
  });
}
