import { invalidFieldFailure, ok, type Result } from "~/failures/failure";

/** Refuses components of another page and archived ones. */
export function validateRuleComponents(
  given: Record<string, string> | undefined,
  known: readonly { id: string }[],
): Result<true> {
  const strange = Object.keys(given ?? {}).find((id) => !known.some((each) => each.id === id));
  return strange === undefined ? ok(true) : invalidFieldFailure(`components.${strange}`, "component.unknown");
}
