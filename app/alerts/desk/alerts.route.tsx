import { useLoaderData } from "@remix-run/react";
import { rowPageOf } from "~/change/ticked-rows";
import type { RouteGuard } from "~/http/guard";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { Link } from "~/ui/parts/link";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { TimeText } from "~/ui/parts/time-text";
import { type TableFilter, TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView, readTableView, selectAllParam } from "~/ui/table/table-view";
import { listPageAlerts } from "../list-page-alerts";
import { alertStateFilters } from "../rules/alert-filters";
import { alertSortKeys } from "../rules/alert-order";
import { severitiesWorstFirst } from "../rules/signal";
import { alertTitleTranslator } from "../shown/desk/alert-titles";
import { AlertTable, useAlertColumns } from "./alert-table";
import { handleBulkAlertsPost, isBulkAlertsIntent } from "./several-actions";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const filterNames = ["text", "state", "severity", "source", "component"] as const;

const usual = { key: "state", descending: false };

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((each) => each === text);

/** Reads which alerts the URL asks for. */
function alertListOf({ pageId, url }: PageDeskRequest) {
  const view = readTableView(url, { filters: filterNames, sorts: alertSortKeys, usual });
  const { text, state, severity, source, component } = view.params;
  const query = {
    pageId,
    order: view.sort,
    text: text?.slice(0, 100),
    state: oneOf(alertStateFilters, state),
    severity: oneOf(severitiesWorstFirst, severity),
    sourceId: source?.slice(0, 80),
    componentId: component?.slice(0, 80),
  };
  return { view, query };
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const { view, query } = alertListOf(desk);
  const before = url.searchParams.get("before") ?? undefined;
  const [listed, views] = await unwrapAllOrThrow(
    listPageAlerts(ctx, { ...query, before: before?.slice(0, 150) }),
    listSavedViewLinks(ctx, { pageId, room: "alerts" }),
  );
  const titled = await alertTitleTranslator(desk);
  return {
    ...listed,
    alerts: listed.alerts.map(titled),
    view,
    views,
    slug,
    first: before === undefined,
    isAllTicked: url.searchParams.get(selectAllParam) === "all",
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (!isBulkAlertsIntent(posted)) return unknownFormResponse(posted);
  const { query } = alertListOf(desk);
  const readPage = async (before: string) =>
    rowPageOf(
      await listPageAlerts(desk.ctx, { ...query, before: before.slice(0, 150) }),
      ({ alerts, before: next }) => ({
        ids: alerts.map(({ id }) => id),
        next,
      }),
    );
  return handleBulkAlertsPost(desk, posted, { url: desk.url, readPage });
});

function useAlertFilters(): TableFilter[] {
  const { t } = useWords();
  const parts = usePartWords();
  const { sources, components } = useLoaderData<typeof loader>();
  const named = (all: { id: string; name: string }[]) => all.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { name: "text", label: t("list.text"), kind: "search" },
    {
      name: "state",
      label: t("list.state"),
      kind: "choice",
      choices: alertStateFilters.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    {
      name: "severity",
      label: t("list.severity"),
      kind: "choice",
      choices: severitiesWorstFirst.map((value) => ({ value, label: parts.t(`severity.${value}`) })),
    },
    { name: "source", label: t("list.source"), kind: "choice", choices: named(sources) },
    { name: "component", label: t("list.component"), kind: "choice", choices: named(components) },
  ];
}

function NoAlerts() {
  const { t } = useWords();
  const { view, before, slug } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  if (!isFilteredView(view)) {
    return (
      <EmptyState title={t("list.none")} about={t("list.none_about")}>
        {admin ? <ButtonLink to={`/manage/${slug}/sources/new`}>{t("list.connect")}</ButtonLink> : null}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("list.none_found")}>
      {before === null ? (
        <Link to="?" className="inline-flex min-h-hit items-center">
          {t("list.show_all")}
        </Link>
      ) : null}
    </EmptyState>
  );
}

export default function AlertsPage() {
  const { t, say } = useWords();
  const { alerts, before, lookedTo, view, views, slug, first, isAllTicked } = useLoaderData<typeof loader>();
  const columns = useAlertColumns(slug);
  const filters = useAlertFilters();
  const hasAny = alerts.length > 0 || isFilteredView(view) || !first || before !== null;
  return (
    <>
      <PageHead title={t("list.title")} note={t("list.note")} />
      {hasAny ? (
        <>
          <SavedViewLinks room="alerts" slug={slug} view={view} views={views} />
          <TableFilterForm to={`/manage/${slug}/alerts`} view={view} filters={filters} columns={columns} />
        </>
      ) : null}
      {alerts.length === 0 ? (
        <NoAlerts />
      ) : (
        <AlertTable alerts={alerts} columns={columns} view={view} isAllTicked={isAllTicked} following={before} />
      )}
      {lookedTo === null ? null : (
        <p className="text-soft">{say("list.looked_to", { at: <TimeText at={lookedTo} /> })}</p>
      )}
      <Pager before={before} first={first} keep={view.params} words={{ first: t("list.first"), on: t("list.next") }} />
    </>
  );
}
