import type { SettableStatus } from "~/status/status";

/** A component that a rule changes, with the status that it takes. */
interface ChangedComponent {
  id: string;
  name: string;
  status: SettableStatus;
}

/** The components that a rule changes: as many as a row has room for, and the number of all others. */
export interface RuleEffectSummary {
  named: ChangedComponent[];
  more: number;
}

/** Components that one row names. */
const maxComponentsNamed = 2;

/** Returns a rule's effect, in the order of the page; a component without a name is only counted. */
export function ruleEffectSummaryOf(
  changed: Readonly<Record<string, SettableStatus>>,
  components: readonly { id: string; name: string }[],
): RuleEffectSummary {
  const all = components.flatMap(({ id, name }) => {
    const status = changed[id];
    return status === undefined ? [] : [{ id, name, status }];
  });
  const named = all.slice(0, maxComponentsNamed);
  return { named, more: Object.keys(changed).length - named.length };
}
