import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { repeatOfRrule } from "~/time/repeat";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { FilterLinks } from "~/ui/parts/filter-links";
import { EmptyState, PageHead, Section } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { ListTable } from "~/ui/table/list-table";
import { readTableView, type TableView } from "~/ui/table/table-view";
import { listMaintenanceSeries } from "../series";
import { listMaintenances } from "../verbs";
import { MaintenanceSeriesPanel, nextOccurrenceRows } from "./maintenance-list";
import { useMaintenanceColumns } from "./maintenance-table";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const filters = ["upcoming", "past"] as const;
type MaintenanceFilter = (typeof filters)[number];

/** Upcoming maintenance is usually read soonest first, past maintenance latest first. */
const isUsuallyDescending = { upcoming: false, past: true };

const viewOf = (url: URL, filter: MaintenanceFilter): TableView => {
  const view = readTableView(url, {
    filters: ["filter"],
    sorts: ["starts"],
    usual: { key: "starts", descending: isUsuallyDescending[filter] },
  });
  return { ...view, params: { ...view.params, filter } };
};

/** Returns the series that have another occurrence. */
async function seriesOf({ ctx, pageId }: PageDeskRequest) {
  const { series } = unwrapOrThrow(await listMaintenanceSeries(ctx, { pageId }));
  return series.flatMap(({ id, title, rule, next }) =>
    next === null ? [] : [{ id, title, rule, repeat: repeatOfRrule(rule), next }],
  );
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const filter: MaintenanceFilter = url.searchParams.get("filter") === "past" ? "past" : "upcoming";
  const before = url.searchParams.get("before");
  const view = viewOf(url, filter);
  const slice = { pageId, filter, descending: view.sort.descending, limit: 100, ...(before ? { before } : {}) };
  const asked = unwrapAllOrThrow(listMaintenances(ctx, slice), listComponents(ctx, { pageId }));
  const series = filter === "upcoming" ? seriesOf(desk) : [];
  const [[listed, { components }], repeated] = await Promise.all([asked, series]);
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const found = listed.maintenances.map(({ id, title, status, startsAt, endsAt, seriesId, components: touched }) => ({
    id,
    title,
    status,
    startsAt,
    endsAt,
    seriesId,
    components: Object.keys(touched).flatMap((each) => names.get(each) ?? []),
  }));
  const shown = filter === "upcoming" ? nextOccurrenceRows(found) : found.map((row) => ({ ...row, more: 0 }));
  const rows = filter === "upcoming" && view.sort.descending ? shown.reverse() : shown;
  return { rows, series: repeated, view, filter, before: listed.before, first: before === null, slug };
});

const addressOf = (filter: string) => `?filter=${filter}`;

type MaintenancesRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function MaintenanceTable({ rows, view, filter, slug }: MaintenancesRouteData): ReactNode {
  const { t } = useWords();
  const columns = useMaintenanceColumns(slug, isUsuallyDescending[filter] ? "descending" : "ascending");
  return <ListTable label={t("list.title")} columns={columns} rows={rows} view={view} />;
}

function Nothing({ filter }: { filter: MaintenanceFilter }) {
  const { t } = useWords();
  return filter === "upcoming" ? (
    <EmptyState title={t("list.empty")} about={t("list.empty_hint")} />
  ) : (
    <EmptyState title={t("list.no_past")} about={t("list.no_past_hint")} />
  );
}

function Repeating({ series, slug }: MaintenancesRouteData) {
  const { t } = useWords();
  if (series.length === 0) return null;
  return (
    <Section title={t("list.repeating")}>
      <MaintenanceSeriesPanel series={series} slug={slug} />
    </Section>
  );
}

export default function ManageMaintenancesPage() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  const { rows, series, view, filter, before, first, slug } = data;
  const words = Object.fromEntries(filters.map((each) => [each, t(`filter.${each}`)]));
  const soonestFirst = { first: t("list.first"), on: t("list.later") };
  const plan = useHasRole("responder") ? (
    <ButtonLink to={`/manage/${slug}/maintenances/new`} look="primary">
      {t("new.title")}
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title={t("list.title")} action={plan} />
      <FilterLinks label={t("list.filter")} words={words} chosen={filter} addressOf={addressOf} />
      {rows.length + series.length === 0 ? <Nothing filter={filter} /> : null}
      {rows.length === 0 ? null : <MaintenanceTable {...data} />}
      <Repeating {...data} />
      <Pager
        before={before}
        first={first}
        keep={view.params}
        {...(view.sort.descending ? {} : { words: soonestFirst })}
      />
    </>
  );
}
