import { useWords } from "./words/words";

/** Most names in a cell. */
export const maxNamesShown = 3;

/** Names the first things of a row, and counts the others: "Website, API and Sign-in +2". */
export function FirstNames({ names, count }: { names: readonly string[]; count: number }) {
  const { list, number } = useWords();
  if (count === 0) return null;
  const others = count - Math.min(maxNamesShown, names.length);
  return (
    <span className="wrap-anywhere">
      {list(names.slice(0, maxNamesShown))}
      {others > 0 ? <span className="ms-1 text-soft">{`+${number(others)}`}</span> : null}
    </span>
  );
}
