import { useWords } from "./words/words";

/** Most names that a cell knows; a pointer over it shows them. */
export const maxNamesKnown = 3;

/** Names the first thing of a row in one line, and counts the others: "Website +2". */
export function FirstNamesText({ names, count }: { names: readonly string[]; count: number }) {
  const { list, number } = useWords();
  if (count === 0) return null;
  const [first] = names;
  const known = names.slice(0, maxNamesKnown);
  const title = count > known.length ? [...known, `+${number(count - known.length)}`] : known;
  return (
    <span className="row-line sm:max-w-36" title={list(title)}>
      <bdi>{first}</bdi>
      {count > 1 ? <bdi dir="ltr" className="text-soft">{`+${number(count - 1)}`}</bdi> : null}
    </span>
  );
}
