import { Link } from "@remix-run/react";

interface PagerProps {
  /** The key of the last entry shown; null when these are all. */
  before: string | number | null;
  first: boolean;
  /** What else the address says and must go on saying. */
  keep?: Record<string, string>;
  /** What leads to the first ones, and on; default: for lists that begin with the newest. */
  words?: { first: string; on: string };
}

const newestFirst = { first: "Newest", on: "Older" };

/** Older entries follow by the key of the last one shown. */
export function Pager({ before, first, keep = {}, words = newestFirst }: PagerProps) {
  if (before === null && first) return null;
  const kept = new URLSearchParams(keep);
  const older = new URLSearchParams({ ...keep, before: String(before) });
  return (
    <nav aria-label="More entries" className="flex flex-wrap gap-4">
      {first ? null : (
        <Link to={`?${kept}`} className="inline-flex min-h-11 items-center">
          {words.first}
        </Link>
      )}
      {before === null ? null : (
        <Link to={`?${older}`} className="inline-flex min-h-11 items-center">
          {words.on}
        </Link>
      )}
    </nav>
  );
}
