import type { RuleMode, RuleRecord } from "~/alerts/rules/rule-match";
import type { RuleMatch, ruleTable } from "~/db/schema";
import type { SettableStatus } from "~/status/status";

export interface RuleView {
  id: string;
  sourceId: string;
  position: number;
  match: RuleMatch;
  /** Map of component id → the status that the component has while the alert is firing. */
  components: Record<string, SettableStatus>;
  mode: RuleMode;
  holdSeconds: number;
  resolveAfterSeconds: number;
  groupBy: string[];
  catchAll: boolean;
  publicTitle: string;
  publicBody: string;
  showsTitle: boolean;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export function ruleViewOf(found: { row: typeof ruleTable.$inferSelect; components: string }): RuleView {
  const { pageId: _, ...row } = found.row;
  return { ...row, components: JSON.parse(found.components) as Record<string, SettableStatus> };
}

/** Returns the rule in the form that `ruleForAlert` expects. */
export const ruleRecordOf = (rule: RuleView): RuleRecord => ({
  ...rule,
  components: Object.entries(rule.components).map(([componentId, status]) => ({
    componentId,
    status,
  })),
});
