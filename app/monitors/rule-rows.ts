import type { RuleMode } from "~/alerts/rules/rule-match";
import { withoutUndefinedFields } from "~/change/differences";
import { ruleComponentTable, ruleTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";
import { monitorRuleComponentRows } from "./queries/new-monitor";

/** The form's fields about incidents; components take their status while the monitor is down. */
interface MonitorRuleFieldValues {
  components: Record<string, SettableStatus>;
  mode: RuleMode;
  hold: number;
  resolveAfter: number;
}

export interface StoredMonitorRule {
  id: string;
  catchAll: boolean;
  mode: RuleMode;
  holdSeconds: number;
  resolveAfterSeconds: number;
  components: Record<string, SettableStatus>;
}

/** Returns the rules as fields of the form. */
export function monitorRuleFieldValues(rules: readonly StoredMonitorRule[]): MonitorRuleFieldValues {
  const down = rules.find((each) => each.catchAll);
  return {
    components: down?.components ?? {},
    mode: down?.mode ?? "none",
    hold: down?.holdSeconds ?? 0,
    resolveAfter: down?.resolveAfterSeconds ?? 0,
  };
}

/** Returns the changes of the rules; none when no field was given. */
export function monitorRuleChangeStatements(
  ctx: Ctx,
  pageId: string,
  rules: readonly StoredMonitorRule[],
  {
    components,
    mode,
    hold,
    resolveAfter,
  }: { [Field in keyof MonitorRuleFieldValues]?: MonitorRuleFieldValues[Field] | undefined },
): SqlStatement[] {
  const ids = {
    slow: rules.find((each) => !each.catchAll)?.id ?? "",
    down: rules.find((each) => each.catchAll)?.id ?? "",
  };
  const fields = withoutUndefinedFields({ mode, holdSeconds: hold, resolveAfterSeconds: resolveAfter });
  const changes = Object.keys(fields).length === 0 ? [] : [{ id: ids.down, ...fields, updatedAt: ctx.now() }];
  const columns = updateRowsStatements(ruleTable, pageId, changes);
  if (!components) return columns;
  const gone = deleteRowsStatements(
    ruleComponentTable,
    pageId,
    Object.values(ids).map((ruleId) => ({ pageId, ruleId })),
  );
  return [
    ...columns,
    ...gone,
    ...insertRowsStatements(ruleComponentTable, monitorRuleComponentRows(pageId, ids, components)),
  ];
}
