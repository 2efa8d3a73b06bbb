const boxPrefix = "component-";

/** Returns the name of a row's checkbox in the form around the table. */
export const componentBoxName = (id: string): string => `${boxPrefix}${id}`;

/** Returns the ids of the ticked rows. */
export const readTickedComponentIds = (fields: FormData): string[] =>
  [...fields.keys()].flatMap((name) => (name.startsWith(boxPrefix) ? [name.slice(boxPrefix.length)] : []));

/** Value of an action's length whose end is typed. */
export const untilValue = "until";

/** Deed of the confirmation page. */
export const archiveConfirmDeed = "archive_sure";
