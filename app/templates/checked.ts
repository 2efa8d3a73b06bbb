import { invalid, type Result } from "~/failures/failure";

/** Beyond this nobody finds the right one in the worst hour. */
export const templatesAtMost = 100;

interface Said {
  title: string;
  body: string;
  components: Record<string, string>;
}

/** Why it cannot be kept: it says nothing, or names a component that is not shown on the page (any more). */
export function templateTrouble(
  { title, body, components }: Said,
  known: readonly { id: string }[],
  had: Record<string, string> = {},
): Result<never> | null {
  if (title === "" && body.trim() === "") return invalid("body", "template.empty", "says_nothing");
  const unknown = Object.keys(components).find((id) => !(id in had) && known.every((each) => each.id !== id));
  return unknown === undefined ? null : invalid(`components.${unknown}`, "component.unknown");
}
