import { Link } from "@remix-run/react";
import { useWords } from "./part-words";

interface PagerProps {
  /** The key of the last entry shown; null when these are all. */
  before: string | number | null;
  first: boolean;
  /** What else the address says and must go on saying. */
  keep?: Record<string, string>;
  /** What leads to the first ones, and on; default: for lists that begin with the newest. */
  words?: { first: string; on: string };
}

/** Older entries follow by the key of the last one shown. */
export function Pager({ before, first, keep = {}, words }: PagerProps) {
  const { t } = useWords();
  if (before === null && first) return null;
  const kept = new URLSearchParams(keep);
  const older = new URLSearchParams({ ...keep, before: String(before) });
  return (
    <nav aria-label={t("pager.label")} className="flex flex-wrap gap-4">
      {first ? null : (
        <Link to={`?${kept}`} className="inline-flex min-h-hit items-center">
          {words?.first ?? t("pager.newest")}
        </Link>
      )}
      {before === null ? null : (
        <Link to={`?${older}`} className="inline-flex min-h-hit items-center">
          {words?.on ?? t("pager.older")}
        </Link>
      )}
    </nav>
  );
}
