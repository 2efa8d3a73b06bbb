import { Link } from "../parts/link";
import { EmptyState } from "../parts/list";
import { type TableView, tableViewUrlQuery } from "./table-view";

const linkClass = "inline-flex min-h-hit items-center";

interface TablePagerProps {
  /** Key of the last row shown; null when the list ends here. */
  after: string | null;
  /** True for the first rows. */
  first: boolean;
  view: TableView;
  words: { label: string; first: string; next: string };
}

/** Links to the first rows and to the next ones, in the same view. */
export function TablePager({ after, first, view, words }: TablePagerProps) {
  if (after === null && first) return null;
  return (
    <nav aria-label={words.label} className="flex flex-wrap gap-4">
      {first ? null : (
        <Link to={tableViewUrlQuery(view)} className={linkClass}>
          {words.first}
        </Link>
      )}
      {after === null ? null : (
        <Link to={tableViewUrlQuery(view, { after })} className={linkClass}>
          {words.next}
        </Link>
      )}
    </nav>
  );
}

/** A filter that finds nothing, with the way to the whole list. */
export const NoRowsFoundPanel = ({ title, to, seeAll }: { title: string; to: string; seeAll: string }) => (
  <EmptyState title={title}>
    <Link to={to} className={linkClass}>
      {seeAll}
    </Link>
  </EmptyState>
);
