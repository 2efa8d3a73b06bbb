import { invalid, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { isNameTaken } from "./rules/names";

/** Refuses a group that is not one of the page. "" for no group. */
export const unknownGroup = (
  groups: readonly { id: string }[],
  groupId: string | null | undefined,
): Result<never> | null =>
  groupId && !groups.some(({ id }) => id === groupId) ? invalid("groupId", "component.no_group") : null;

type ComponentNames = Parameters<typeof isNameTaken>[1];

/** Refuses a name that another component of its group has. */
export const takenName = (known: Parameters<typeof isNameTaken>[0], called: ComponentNames): Result<never> | null =>
  isNameTaken(known, called) ? invalid("name", refusalFor("component.name_taken", { name: called.name })) : null;
