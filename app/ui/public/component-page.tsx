/** @jsxImportSource ~/ui/html */
import type { SeenPage } from "~/rules/seen";
import type { SnapshotComponent, SnapshotIncident } from "~/rules/snapshot-document";
import type { ResponseRange, ResponseTimes } from "~/usecases/components/response-times";
import { Bars } from "./bars";
import { DayTable } from "./day-table";
import type { Frame } from "./frame";
import { Layout } from "./layout";
import { MonthList } from "./months";
import { happeningsOf } from "./recent-days";
import { ResponseTimesSection } from "./response-times";
import { StatusMark } from "./state";
import { TimeText } from "./time-text";

interface ComponentPageProps {
  frame: Frame;
  page: SeenPage;
  component: SnapshotComponent;
  /** Its newest incidents; null when the archive does not answer. */
  incidents: readonly SnapshotIncident[] | null;
  /** How many of its incidents are listed at most. */
  limit: number;
  range: ResponseRange;
  /** Of the monitors that watch it; null when the archive does not answer. */
  times: ResponseTimes | null;
}

function History({ frame, component }: { frame: Frame; component: SnapshotComponent }) {
  const { t, percent } = frame.words;
  if (!component.showUptime) return null;
  return (
    <figure>
      <Bars frame={frame} days={component.days} />
      <figcaption>
        <span>{t("bars.oldest")}</span>
        <span>
          {component.uptime === null
            ? t("components.uptime_unknown")
            : t("components.uptime", { percent: percent(component.uptime) })}
        </span>
        <span>{t("bars.today")}</span>
      </figcaption>
    </figure>
  );
}

type IncidentsProps = Pick<ComponentPageProps, "frame" | "incidents" | "limit">;

function Incidents({ frame, incidents, limit }: IncidentsProps) {
  const { t } = frame.words;
  const none = incidents === null ? t("component.unavailable") : t("component.no_incidents");
  return (
    <section>
      <h2>{t("component.incidents")}</h2>
      {incidents && incidents.length > 0 ? (
        <MonthList frame={frame} happenings={happeningsOf(incidents, [])} />
      ) : (
        <p class="note">{none}</p>
      )}
      {incidents && incidents.length === limit ? (
        <p class="more">
          <a href={`${frame.prefix}/history`}>{t("component.more", { count: limit })}</a>
        </p>
      ) : null}
    </section>
  );
}

export function ComponentPage({ frame, page, component, incidents, limit, range, times }: ComponentPageProps) {
  const { t } = frame.words;
  const path = `/components/${component.id}`;
  return (
    <Layout frame={frame} page={page} back>
      <p class="kind">{t("component.kind")}</p>
      <h1 dir="auto">{component.name}</h1>
      <p class="meta">
        <StatusMark frame={frame} status={component.status} />
        {component.since === null ? null : (
          <span>
            {t("component.since")} <TimeText frame={frame} at={component.since} full />
          </span>
        )}
      </p>
      {component.description === "" ? null : <p dir="auto">{component.description}</p>}
      <History frame={frame} component={component} />
      <ResponseTimesSection frame={frame} path={path} range={range} times={times} />
      <p class="more">
        <a href={`${frame.prefix}/subscribe?component=${encodeURIComponent(component.id)}`}>
          {t("subscribe.component")}
        </a>
      </p>
      <Incidents frame={frame} incidents={incidents} limit={limit} />
      {component.showUptime ? <DayTable frame={frame} snapshot={page.snapshot} component={component} /> : null}
    </Layout>
  );
}
