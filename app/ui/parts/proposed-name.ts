import type { Result } from "~/failures/failure";
import { firstFreeName } from "~/text/proposed-name";
import type { PostedForm } from "./posted-form";

type NamedThings = Result<readonly { name: string }[]>;

/**
 * Fills in the proposal for a name that was posted empty, beside those that the others have by then. They are read only
 * for that; when they may not be read, the name stays empty, and the use case refuses.
 */
export async function withProposedName<Values extends { name: string }>(
  { values: { name } }: PostedForm,
  values: Values,
  proposal: string,
  readOthers: () => Promise<NamedThings>,
): Promise<Values> {
  if (name === undefined || name.trim() !== "") return values;
  const others = await readOthers();
  return others.ok
    ? {
        ...values,
        name: firstFreeName(
          proposal,
          others.value.map((each) => each.name),
        ),
      }
    : values;
}
