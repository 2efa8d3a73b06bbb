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
import { listMaintenanceSeries } from "../series";
import { listMaintenances } from "../verbs";
import { firstRowOfSeries, MaintenanceList, type MaintenanceListRow, SeriesList } from "./maintenance-list";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const filters = ["upcoming", "past"] as const;
type MaintenanceFilter = (typeof filters)[number];

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
  const slice = { pageId, filter, limit: 100, ...(before ? { before } : {}) };
  const asked = unwrapAllOrThrow(listMaintenances(ctx, slice), listComponents(ctx, { pageId }));
  const series = filter === "upcoming" ? seriesOf(desk) : [];
  const [[listed, { components }], repeated] = await Promise.all([asked, series]);
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const rows = listed.maintenances.map(({ id, title, status, startsAt, endsAt, seriesId, components: touched }) => ({
    id,
    title,
    status,
    startsAt,
    endsAt,
    seriesId,
    components: Object.keys(touched).flatMap((each) => names.get(each) ?? []),
  }));
  return { rows, series: repeated, filter, before: listed.before, first: before === null, slug };
});

const addressOf = (filter: string) => `?filter=${filter}`;

type MaintenancesRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

const Rows = ({ title, rows, slug }: { title: string; rows: readonly MaintenanceListRow[]; slug: string }) =>
  rows.length === 0 ? null : (
    <Section title={title}>
      <MaintenanceList rows={rows} slug={slug} />
    </Section>
  );

/** Maintenance in progress, scheduled maintenance and series, soonest first. */
function Upcoming({ rows, series, slug }: MaintenancesRouteData): ReactNode {
  const { t } = useWords();
  const going = rows.filter(({ status }) => status !== "scheduled").map((row) => ({ ...row, more: 0 }));
  const planned = rows.filter(({ status }) => status === "scheduled");
  return (
    <>
      <Rows title={t("list.in_progress")} rows={going} slug={slug} />
      <Rows title={t("list.scheduled")} rows={firstRowOfSeries(planned)} slug={slug} />
      {series.length === 0 ? null : (
        <Section title={t("list.repeating")}>
          <SeriesList series={series} slug={slug} />
        </Section>
      )}
      {rows.length + series.length > 0 ? null : <EmptyState title={t("list.empty")} about={t("list.empty_hint")} />}
    </>
  );
}

function Past({ rows, slug }: MaintenancesRouteData): ReactNode {
  const { t } = useWords();
  return rows.length === 0 ? (
    <EmptyState title={t("list.no_past")} about={t("list.no_past_hint")} />
  ) : (
    <MaintenanceList rows={rows.map((row) => ({ ...row, more: 0 }))} slug={slug} />
  );
}

export default function Maintenances() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  const { filter, before, first, slug } = data;
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
      {filter === "upcoming" ? <Upcoming {...data} /> : <Past {...data} />}
      <Pager
        before={before}
        first={first}
        keep={{ filter }}
        {...(filter === "upcoming" ? { words: soonestFirst } : {})}
      />
    </>
  );
}
