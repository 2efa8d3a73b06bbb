interface Named {
  id: string;
  name: string;
  groupId: string | null;
}

const alike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase("en") === other.trim().toLocaleLowerCase("en");

/** Whether another component of the group is called so: nobody could tell them apart. */
export const isNameTaken = (all: readonly Named[], { id, name, groupId }: Named): boolean =>
  all.some((each) => each.id !== id && each.groupId === groupId && alike(each.name, name));

/** The first name that stands twice in a list; null = none does. */
export const firstTwice = (names: readonly string[]): string | null =>
  names.find((name, index) => names.findIndex((each) => alike(each, name)) < index) ?? null;
