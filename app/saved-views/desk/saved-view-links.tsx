import { useFieldText } from "~/ui/parts/field-text";
import { viewLinkClass } from "~/ui/parts/filter-links";
import { Link } from "~/ui/parts/link";
import { ButtonFold } from "~/ui/parts/unfold";
import { isFilteredView, type TableView, tableViewUrlQuery } from "~/ui/table/table-view";
import { savedViewFields } from "../rules/fields";
import { savedViewUrlQuery } from "../rules/saved-view";
import { savedViewListPath } from "../rules/saved-view-room";
import type { SavedViewLink } from "../verbs";
import { SavedViewForm, type SavedViewSubject, savedViewsPath } from "./saved-view-form";
import { useWords } from "./words/words";

interface SavedViewLinksProps extends SavedViewSubject {
  /** The list’s present filters and sort. */
  view: TableView;
  /** The list's saved views, as `listSavedViewLinks` returns them. */
  views: readonly SavedViewLink[];
}

function ViewLink({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined} className={viewLinkClass}>
      <bdi className="max-w-60 truncate">{children}</bdi>
    </Link>
  );
}

/**
 * Links to the saved views of a list, and a fold that saves what it shows now. A list that shows everything and has no
 * saved view has neither.
 */
export function SavedViewLinks({ slug, room, place, view, views }: SavedViewLinksProps) {
  const { t } = useWords();
  const list = useFieldText(savedViewFields.room).choices[room] ?? room;
  const query = savedViewUrlQuery(tableViewUrlQuery(view), room);
  if (views.length === 0 && query === "") return null;
  const here = `/manage/${slug}/${savedViewListPath(room, place) ?? "views"}`;
  const isSaved = views.some((each) => each.query === query);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <nav aria-label={t("links.label")} className="-ms-3 flex min-w-0 flex-wrap gap-1">
        <ViewLink to={here} isCurrent={!isSaved && !isFilteredView(view)}>
          {t("links.all")}
        </ViewLink>
        {views.map(({ id, name, query: own }) => (
          <ViewLink key={id} to={`${here}?${own}`} isCurrent={own === query}>
            {name}
          </ViewLink>
        ))}
      </nav>
      {views.length === 0 ? null : (
        <Link to={savedViewsPath(slug)} className="inline-flex min-h-hit items-center">
          {t("links.manage")}
        </Link>
      )}
      {query === "" || isSaved ? null : (
        <ButtonFold label={t("links.save")} about={list}>
          <SavedViewForm slug={slug} room={room} place={place} query={query} />
        </ButtonFold>
      )}
    </div>
  );
}
