import { CliError } from "../definition/cli-error";
import { toTerminalLine } from "../print/terminal-text";

interface NamedThing {
  id: string;
  name: string;
}

const folded = (text: string) => text.trim().toLowerCase();

/**
 * Finds a thing by its id, its name in any case, or the only name that starts like that. Throws CliError, which lists
 * what it may have been.
 */
export function findNamed<Thing extends NamedThing>(things: readonly Thing[], typed: string, what: string): Thing {
  const byId = things.find(({ id }) => id === typed);
  if (byId) return byId;
  const same = things.filter(({ name }) => folded(name) === folded(typed));
  const alike = same.length > 0 ? same : things.filter(({ name }) => folded(name).startsWith(folded(typed)));
  const [only, ...more] = alike;
  if (only && more.length === 0) return only;
  const shown = (alike.length > 0 ? alike : things)
    .slice(0, 10)
    .map(({ id, name }) => `${toTerminalLine(name)} (${id})`);
  const choice = shown.length === 0 ? "There are none." : `Choose one of: ${shown.join(", ")}.`;
  throw new CliError(
    `${alike.length > 1 ? `Several ${what}s are called “${typed}”` : `There is no ${what} “${typed}”`}. ${choice}`,
  );
}
