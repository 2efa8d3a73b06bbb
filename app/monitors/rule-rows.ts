import type { RuleMode } from "~/alerts/rules/rule-match";
import { givenFields } from "~/change/differences";
import { rule, ruleComponent } from "~/db/schema";
import { deleteRows, insertRows, type SqlStatement, updateRows } from "~/db/write";
import { invalidField, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { SettableStatus } from "~/status/status";

/** The form's fields about incidents; components take their status while the monitor is down. */
interface MonitorRuleFieldValues {
  components: Record<string, SettableStatus>;
  mode: RuleMode;
  hold: number;
  resolveAfter: number;
}

/**
 * Status of components while the monitor is only slow; a component that stays operational when it is down does so then,
 * too.
 */
const slowStatus = "degraded_performance";

interface RuleIds {
  slow: string;
  down: string;
}

const componentRows = (
  pageId: string,
  { slow, down }: RuleIds,
  components: Record<string, SettableStatus>,
): SqlStatement[] =>
  insertRows(
    ruleComponent,
    Object.entries(components).flatMap(([componentId, status]) => [
      { pageId, ruleId: slow, componentId, status: status === "operational" ? status : slowStatus },
      { pageId, ruleId: down, componentId, status },
    ]),
  );

/**
 * Returns the two rules of every monitor: the one for slowness changes components and opens no incident; the other does
 * as the form says.
 */
export function newMonitorRuleStatements(
  ctx: Ctx,
  pageId: string,
  sourceId: string,
  fields: MonitorRuleFieldValues,
): SqlStatement[] {
  const ids = { slow: ctx.id(), down: ctx.id() };
  const times = { groupBy: [], createdAt: ctx.now(), updatedAt: ctx.now() };
  const waits = { holdSeconds: fields.hold, resolveAfterSeconds: fields.resolveAfter };
  const ours = { pageId, sourceId, ...times, ...waits };
  const slow = {
    id: ids.slow,
    position: 0,
    match: { severities: ["warning"] },
    mode: "none" as const,
    catchAll: false,
  };
  const down = { id: ids.down, position: 1, match: {}, mode: fields.mode, catchAll: true };
  return [
    ...insertRows(rule, [
      { ...ours, ...slow },
      { ...ours, ...down },
    ]),
    ...componentRows(pageId, ids, fields.components),
  ];
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
  const fields = givenFields({ mode, holdSeconds: hold, resolveAfterSeconds: resolveAfter });
  const changes = Object.keys(fields).length === 0 ? [] : [{ id: ids.down, ...fields, updatedAt: ctx.now() }];
  const columns = updateRows(rule, pageId, changes);
  if (!components) return columns;
  const gone = deleteRows(
    ruleComponent,
    pageId,
    Object.values(ids).map((ruleId) => ({ pageId, ruleId })),
  );
  return [...columns, ...gone, ...componentRows(pageId, ids, components)];
}

/** Refuses components of another page and archived ones. */
export function validateRuleComponents(
  given: Record<string, string> | undefined,
  known: readonly { id: string }[],
): Result<true> {
  const strange = Object.keys(given ?? {}).find((id) => !known.some((each) => each.id === id));
  return strange === undefined ? ok(true) : invalidField(`components.${strange}`, "component.unknown");
}
