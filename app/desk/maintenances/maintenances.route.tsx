import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Guard } from "~/http/guard";
import { describeRepeat } from "~/rules/basics/recurrence-words";
import { repeatOf } from "~/rules/basics/repeat";
import { listComponents } from "~/usecases/components/list";
import { listMaintenances } from "~/usecases/maintenances/list";
import { listSeries } from "~/usecases/maintenances/list-series";
import { onPage, orThrow, type PageDesk } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { FilterLinks } from "../parts/filter-links";
import { EmptyState, PageHead, Section } from "../parts/list";
import { Pager } from "../parts/pager";
import { firstOfSeries, MaintenanceList, type MaintenanceRow, SeriesList } from "./maintenance-list";
import { capital } from "./maintenance-words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Maintenance");

const soonestFirst = { first: "Back to start", on: "Later" };

const filters = { coming: "Upcoming", past: "Past" } as const;
type Filter = keyof typeof filters;

/** Those that still come again. */
async function seriesOf({ ctx, pageId }: PageDesk) {
  const { series } = orThrow(await listSeries(ctx, { pageId }));
  return series.flatMap(({ id, title, rule, next }) => {
    const repeat = repeatOf(rule);
    return next === null ? [] : [{ id, title, repeats: repeat ? capital(describeRepeat(repeat)) : rule, next }];
  });
}

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const filter: Filter = url.searchParams.get("filter") === "past" ? "past" : "coming";
  const before = url.searchParams.get("before");
  const listed = orThrow(await listMaintenances(ctx, { pageId, filter, limit: 100, ...(before ? { before } : {}) }));
  const { components } = orThrow(await listComponents(ctx, { pageId }));
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
  const series = filter === "coming" ? await seriesOf(desk) : [];
  return { rows, series, filter, before: listed.before, first: before === null, slug };
});

const addressOf = (filter: string) => `?filter=${filter}`;

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const Rows = ({ title, rows, slug }: { title: string; rows: readonly MaintenanceRow[]; slug: string }) =>
  rows.length === 0 ? null : (
    <Section title={title}>
      <MaintenanceList rows={rows} slug={slug} />
    </Section>
  );

/** Soonest first: what goes on, what is planned, and what repeats. */
function Coming({ rows, series, slug }: Data): ReactNode {
  const going = rows.filter(({ status }) => status !== "scheduled").map((row) => ({ ...row, more: 0 }));
  const planned = rows.filter(({ status }) => status === "scheduled");
  return (
    <>
      <Rows title="In progress" rows={going} slug={slug} />
      <Rows title="Scheduled" rows={firstOfSeries(planned)} slug={slug} />
      {series.length === 0 ? null : (
        <Section title="Repeating">
          <SeriesList series={series} slug={slug} />
        </Section>
      )}
      {rows.length + series.length > 0 ? null : (
        <EmptyState title="Nothing scheduled">
          <p>
            Schedule maintenance so visitors see it in advance. Its components show “Under maintenance” while it is in
            progress.
          </p>
        </EmptyState>
      )}
    </>
  );
}

const Past = ({ rows, slug }: Data): ReactNode =>
  rows.length === 0 ? (
    <EmptyState title="No maintenance found">
      <p>Completed and cancelled maintenance appears here.</p>
    </EmptyState>
  ) : (
    <MaintenanceList rows={rows.map((row) => ({ ...row, more: 0 }))} slug={slug} />
  );

export default function Maintenances() {
  const data = useLoaderData<typeof loader>();
  const { filter, before, first, slug } = data;
  const plan = useMay("responder") ? (
    <ButtonLink to={`/manage/${slug}/maintenances/new`} look="primary">
      Schedule maintenance
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title="Maintenance" action={plan} />
      <FilterLinks label="Which maintenance" words={filters} chosen={filter} addressOf={addressOf} />
      {filter === "coming" ? <Coming {...data} /> : <Past {...data} />}
      <Pager
        before={before}
        first={first}
        keep={{ filter }}
        {...(filter === "coming" ? { words: soonestFirst } : {})}
      />
    </>
  );
}
