import type { NamedComponent } from "~/components/list";
import type { FieldChoice } from "~/ui/parts/field";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";

/** Returns the components to choose from, each with the status that its alerts suggest when it is ticked. */
export const componentChoicesWithStatus = (components: readonly NamedComponent[]): FieldChoice[] =>
  fieldChoicesFromNames(components).map((choice, index) => {
    const observed = components[index]?.observed;
    return observed ? { ...choice, proposes: observed } : choice;
  });
