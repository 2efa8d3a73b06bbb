const boxPrefix = "subscriber-";

/** Name of a row's box in the form around the list. */
export const subscriberBoxName = (id: string): string => `${boxPrefix}${id}`;

/** Ids of the ticked boxes, and of the page that asks before they are removed. */
export function readPostedSubscriberIds(fields: FormData): string[] {
  const ticked = [...fields.keys()].filter((name) => name.startsWith(boxPrefix));
  return [...new Set([...fields.getAll("id").map(String), ...ticked.map((name) => name.slice(boxPrefix.length))])];
}
