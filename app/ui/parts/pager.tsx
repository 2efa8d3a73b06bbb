import { Link } from "@remix-run/react";
import { useWords } from "./part-words";

interface PagerProps {
  /** Key of the last entry shown; null when the list ends here. */
  before: string | number | null;
  first: boolean;
  /** Other query parameters to keep. */
  keep?: Record<string, string>;
  /** Texts of the links to the first entries and onwards; default: for lists that start with the newest. */
  words?: { first: string; on: string };
}

/** Links to older entries, by the key of the last one shown. */
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
