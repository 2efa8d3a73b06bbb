import { invalidFieldFailure, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { isComponentNameTaken } from "./rules/names";

/** Refuses a group that is not one of the page. "" for no group. */
export const unknownGroupRefusal = (
  groups: readonly { id: string }[],
  groupId: string | null | undefined,
): Result<never> | null =>
  groupId && !groups.some(({ id }) => id === groupId) ? invalidFieldFailure("groupId", "component.no_group") : null;

type ComponentNames = Parameters<typeof isComponentNameTaken>[1];

/** Refuses a name that another component of its group has. */
export const takenNameRefusal = (
  known: Parameters<typeof isComponentNameTaken>[0],
  called: ComponentNames,
): Result<never> | null =>
  isComponentNameTaken(known, called)
    ? invalidFieldFailure("name", refusalFor("component.name_taken", { name: called.name }))
    : null;
