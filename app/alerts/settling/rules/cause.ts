import { type Status, statusRank } from "~/status/status";
import type { RuleRecord } from "../../rules/rule-match";
import type { FiringAlert, SettleAlertSender, SettleComponent } from "./settle-facts";

export interface DependentSource {
  id: string;
  /** The source, monitor or heartbeat whose failure explains this one's. */
  dependsOn: string | null;
}

/** Returns the first by id, which represents a cycle in which all fail. */
function standIn(circle: readonly string[]): string {
  return [...circle].sort()[0] as string;
}

function rootOf(start: string, blamed: ReadonlyMap<string, string>): string {
  const path = [start];
  for (;;) {
    const next = blamed.get(path.at(-1) as string);
    if (next === undefined) return path.at(-1) as string;
    const seen = path.indexOf(next);
    if (seen >= 0) return standIn(path.slice(seen));
    path.push(next);
  }
}

/**
 * Maps each failing item → its cause: up the chain of dependences, as far as each of them fails too. Items that fail on
 * their own are left out. The result does not depend on the order.
 */
export function rootCauseByItem(
  dependents: readonly DependentSource[],
  failing: ReadonlySet<string>,
): Map<string, string> {
  const blamed = new Map<string, string>();
  for (const { id, dependsOn } of dependents) {
    if (dependsOn !== null && dependsOn !== id && failing.has(dependsOn)) blamed.set(id, dependsOn);
  }
  const roots = [...blamed.keys()].map((id) => [id, rootOf(id, blamed)] as const);
  return new Map(roots.filter(([id, root]) => id !== root));
}

interface AlertWithRule {
  alert: FiringAlert;
  rule: RuleRecord;
}

interface CauseContext {
  sources: readonly SettleAlertSender[];
  components: readonly SettleComponent[];
  /** Muted rules, which open nothing at the moment, so that their alerts explain no others. */
  muted: ReadonlySet<RuleRecord>;
}

const explains = ({ alert, rule }: AlertWithRule, muted: CauseContext["muted"]) =>
  alert.dismissedAt === null && rule.mode !== "none" && !muted.has(rule);

/** True for an outage: a component that is only slow explains no outage of another. */
const isDown = (status: Status) => statusRank(status) >= statusRank("partial_outage");

const first = (ids: readonly string[]): string | undefined => [...ids].sort()[0];

const keepFirst = (known: Map<string, string>, name: string, id: string) =>
  void known.set(name, first([id, ...(known.has(name) ? [known.get(name) as string] : [])]) as string);

/** Returns the alert that represents the failure of each source and each component. */
function failures(matched: readonly AlertWithRule[], muted: CauseContext["muted"]) {
  const [sources, components] = [new Map<string, string>(), new Map<string, string>()];
  for (const { alert, rule } of matched.filter((each) => explains(each, muted))) {
    keepFirst(sources, alert.sourceId, alert.id);
    const down = rule.components.filter(({ status }) => isDown(status));
    for (const { componentId } of down) keepFirst(components, componentId, alert.id);
  }
  return { sources, components };
}

/**
 * Maps alert → its cause: its source, monitor or heartbeat depends on one that fails, or each of its components on one
 * that is down. An alert that is muted, dismissed or opens nothing explains nothing.
 */
export function rootCauseByAlert(
  matched: readonly AlertWithRule[],
  { sources, components, muted }: CauseContext,
): Map<string, string> {
  const failing = failures(matched, muted);
  const above = new Map([...sources, ...components].map(({ id, dependsOn }) => [id, dependsOn]));
  const failureAbove = (id: string, of: ReadonlyMap<string, string>) => of.get(above.get(id) ?? "");
  const blamed = ({ alert, rule }: AlertWithRule): string | null => {
    const bySource =
      above.get(alert.sourceId) === alert.sourceId ? undefined : failureAbove(alert.sourceId, failing.sources);
    if (bySource !== undefined) return bySource;
    const causes = rule.components.map(({ componentId }) => failureAbove(componentId, failing.components));
    if (causes.length === 0 || causes.includes(undefined)) return null;
    return first(causes.filter((each): each is string => each !== undefined && each !== alert.id)) ?? null;
  };
  const firing = matched.filter(({ alert }) => alert.dismissedAt === null);
  const dependents = firing.map((each) => ({ id: each.alert.id, dependsOn: blamed(each) }));
  return rootCauseByItem(dependents, new Set(firing.map(({ alert }) => alert.id)));
}
