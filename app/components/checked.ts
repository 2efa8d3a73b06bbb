import { invalid, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import { isNameTaken } from "./rules/names";

/** The group that it is put into is not of the page. "" = into none. */
export const unknownGroup = (
  groups: readonly { id: string }[],
  groupId: string | null | undefined,
): Result<never> | null =>
  groupId && !groups.some(({ id }) => id === groupId) ? invalid("groupId", "component.no_group") : null;

type Named = Parameters<typeof isNameTaken>[1];

/** Another one of its group is called so. */
export const takenName = (known: Parameters<typeof isNameTaken>[0], called: Named): Result<never> | null =>
  isNameTaken(known, called) ? invalid("name", said("component.name_taken", { name: called.name })) : null;
