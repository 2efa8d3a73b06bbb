interface NamedInGroup {
  id: string;
  name: string;
  groupId: string | null;
}

const alike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase("en") === other.trim().toLocaleLowerCase("en");

/** True when another component of the group has this name, so that they could not be told apart. */
export const isComponentNameTaken = (all: readonly NamedInGroup[], { id, name, groupId }: NamedInGroup): boolean =>
  all.some((each) => each.id !== id && each.groupId === groupId && alike(each.name, name));

/** Returns the first name that occurs twice in a list; null when none does. */
export const firstDuplicateName = (names: readonly string[]): string | null =>
  names.find((name, index) => names.findIndex((each) => alike(each, name)) < index) ?? null;
