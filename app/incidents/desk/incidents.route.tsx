import { Link, useLoaderData } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { listGroupedComponentNames } from "~/components/names";
import type { RouteGuard } from "~/http/guard";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLinks } from "~/ui/parts/button";
import { FilterLinks } from "~/ui/parts/filter-links";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { ListTable } from "~/ui/table/list-table";
import { TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView, type TableView, tableSortParam, tableViewUrlQuery } from "~/ui/table/table-view";
import { useWords as useTableWords } from "~/ui/table/words/words";
import { listIncidents } from "../list";
import { useIncidentFilters } from "./incident-filters";
import { incidentListInputOf, incidentListStates, incidentListView } from "./incident-list-view";
import { incidentItemOf, useIncidentColumns } from "./incident-table";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, pageZone }) => {
  const view = incidentListView(url);
  const before = url.searchParams.get("before") ?? undefined;
  const [listed, components, views] = await unwrapAllOrThrow(
    listIncidents(ctx, { pageId, before, ...incidentListInputOf(view, pageZone) }),
    listGroupedComponentNames(ctx, { pageId }),
    listSavedViewLinks(ctx, { pageId, room: "incidents" }),
  );
  return {
    incidents: listed.incidents.map(incidentItemOf),
    components,
    before: listed.before,
    isSearchCut: listed.isSearchCut,
    first: before === undefined,
    view,
    views,
    slug,
  };
});

function Nothing({ view, here }: { view: TableView; here: string }) {
  const { t } = useWords();
  const { t: tableText } = useTableWords();
  if (!isFilteredView(view)) return <EmptyState title={t("list.empty")} about={t("list.empty_hint")} />;
  return (
    <EmptyState title={t("list.no_match")}>
      <Link to={here} className="inline-flex min-h-hit items-center">
        {tableText("filter.clear")}
      </Link>
    </EmptyState>
  );
}

/** Links to the states; the other filters stay. */
function StateLinks({ view }: { view: TableView }) {
  const { t } = useWords();
  const words = Object.fromEntries(incidentListStates.map((each) => [each, t(`filter.${each}`)]));
  const addressOf = (state: string) => tableViewUrlQuery(view, { filter: state === "all" ? "" : state });
  return (
    <FilterLinks label={t("list.filter")} words={words} chosen={view.params.filter ?? "all"} addressOf={addressOf} />
  );
}

export default function ManageIncidentsPage() {
  const { incidents, components, before, isSearchCut, first, view, views, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const here = `/manage/${slug}/incidents`;
  const columns = useIncidentColumns(
    slug,
    incidents.some(({ lead }) => lead !== null),
  );
  const filterFields = useIncidentFilters(components);
  const ways = [
    [`${here}/backfill`, t("list.add_past")],
    [`${here}/new?announcement`, t("announcement.title")],
    [`${here}/new`, t("new.title")],
  ] as const;
  const isNewestFirst = tableSortParam(view.sort) === "-started";
  const words = isNewestFirst ? {} : { words: { first: t("list.first"), on: t("list.next") } };
  return (
    <>
      <div className="grid grid-cols-1 gap-4">
        <PageHead title={t("list.title")} action={useHasRole("responder") ? <ButtonLinks links={ways} /> : null} />
        <SavedViewLinks room="incidents" slug={slug} view={view} views={views} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <StateLinks view={view} />
          <Link to={`/manage/${slug}/templates`} className={inlineLinkTargetClass}>
            {t("list.templates")}
          </Link>
        </div>
        {incidents.length > 0 || isFilteredView(view) ? (
          <TableFilterForm to={here} view={view} filters={filterFields} columns={columns} />
        ) : null}
        {isSearchCut ? <p className="max-w-prose text-sm text-soft">{t("list.search_cut")}</p> : null}
      </div>
      {incidents.length === 0 ? (
        <Nothing view={view} here={here} />
      ) : (
        <ListTable label={t("list.title")} columns={columns} rows={incidents} view={view} />
      )}
      <Pager before={before} first={first} keep={view.params} {...words} />
    </>
  );
}
