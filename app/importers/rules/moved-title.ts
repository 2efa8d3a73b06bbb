/** Longest title of an incident or maintenance. */
const maxTitleChars = 200;

/** A letter that is cut in two is left out. */
const cutTo = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** Returns a title that fits here; one without a title is called by the first line of its text. */
export function titleForMovedEvent(title: string, body: string): string {
  const own = title.trim();
  if (own !== "") return cutTo(own, maxTitleChars);
  const line = body
    .split("\n")
    .map((each) => each.replace(/^[\s#>*-]+/, "").trim())
    .find((each) => each !== "");
  return cutTo(line ?? "–", maxTitleChars);
}
