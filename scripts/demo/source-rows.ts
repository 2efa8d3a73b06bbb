import { componentOf, type Demo, unchanged } from "./demo.ts";
import { monitors } from "./monitors.ts";

/**
 * The outside tool that watches what the monitors watch: a component whose monitor is deleted is still observed, where
 * nobody would vouch for it otherwise.
 */
export function addOutsideSource(demo: Demo, from: number): void {
  const { pageId, tables, id } = demo;
  const sourceId = id(from);
  const times = unchanged(from);
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
  for (const [position, { component, status }] of monitors.entries()) {
    const ruleId = id(from);
    const match = JSON.stringify({ labels: { service: component.toLowerCase().replaceAll(" ", "-") } });
    tables.add("rule", { id: ruleId, ...ours, position, match, mode: "draft", catchAll: false });
    tables.add("rule_component", { pageId, ruleId, componentId: componentOf(demo, component), status });
  }
  tables.add("rule", { id: id(from), ...ours, position: monitors.length, match: "{}", mode: "draft", catchAll: true });
}
