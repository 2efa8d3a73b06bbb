import { invalid, type Result } from "~/failures/failure";

/** Most templates of a page, because the right one could not be found among more in an outage. */
export const templatesAtMost = 100;

interface Said {
  title: string;
  body: string;
  components: Record<string, string>;
}

/** Returns why it cannot be saved: it is empty, or names a component that is not (or no longer) shown on the page. */
export function templateTrouble(
  { title, body, components }: Said,
  known: readonly { id: string }[],
  had: Record<string, string> = {},
): Result<never> | null {
  if (title === "" && body.trim() === "") return invalid("body", "template.empty", "says_nothing");
  const unknown = Object.keys(components).find((id) => !(id in had) && known.every((each) => each.id !== id));
  return unknown === undefined ? null : invalid(`components.${unknown}`, "component.unknown");
}
