import type { NamedComponent } from "~/components/list";
import type { Choice } from "~/ui/parts/field";
import { namedChoices } from "~/ui/parts/noun-fields";

/** Components to choose from, each with the status that its alerts say: whoever ticks one says what is known of it. */
export const proposedChoices = (components: readonly NamedComponent[]): Choice[] =>
  namedChoices(components).map((choice, index) => {
    const observed = components[index]?.observed;
    return observed ? { ...choice, proposes: observed } : choice;
  });
