import type { SettableStatus } from "~/status/status";
import type { ImportWriteFacts } from "../noun-writer";

/** Most components of one rule. */
const maxRuleComponents = 200;

/** Returns our ids of the components that a monitor or heartbeat moves, each with its status while that is down. */
export function statusWhileDownByComponent(
  { componentIds }: { componentIds: readonly string[] },
  { idOf }: ImportWriteFacts,
): Record<string, SettableStatus> {
  const ids = componentIds.flatMap((theirId) => idOf({ noun: "component", theirId }) ?? []);
  const first = [...new Set(ids)].slice(0, maxRuleComponents);
  return Object.fromEntries(first.map((id) => [id, "major_outage" as const]));
}
