import { type CommandCall, exitCodes } from "../definition/command-definition";
import { printList, printOutcome } from "../print/printer";
import { statusWord } from "../print/status-words";
import { findNamed } from "../session/find-named";

interface ShownComponent {
  id: string;
  name: string;
  status: string;
  kept_by: string | null;
}

/** `upfront component list`. */
export async function listComponentsCommand(call: CommandCall): Promise<number> {
  const found = await call.session.onPage<ShownComponent[]>("/components");
  printList(call, found, {
    heading: ["Id", "Status", "Component"],
    rows: found.map(({ id, name, status }) => {
      const { mark, word, style } = statusWord(status);
      return [id, { text: `${mark} ${word}`, style }, name];
    }),
    empty: "The page has no components.",
  });
  return exitCodes.done;
}

/** `upfront component set`. */
export async function setComponentStatusCommand(call: CommandCall): Promise<number> {
  const { session } = call;
  const [typed = "", status = ""] = call.args;
  const { id } = findNamed(await session.onPage<ShownComponent[]>("/components"), typed, "component");
  const body = { component: { status } };
  const changed = await session.onPage<ShownComponent>(`/components/${id}`, { method: "PATCH", body });
  printOutcome(call, changed, `${changed.name}: ${statusWord(changed.status).word}.`);
  return exitCodes.done;
}
