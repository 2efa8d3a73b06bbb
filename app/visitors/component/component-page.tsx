/** @jsxImportSource ~/html */

import { letterOfStatus } from "~/rules/basics/state-letter";
import { calendarPath, feedFormats, feedPath, feedTypes } from "~/rules/pages/page-links";
import { uptimeOfLast } from "~/rules/snapshot/recent-uptime";
import type { SeenPage } from "~/rules/snapshot/seen";
import type { Snapshot, SnapshotComponent } from "~/rules/snapshot/snapshot-document";
import type { ResponseRange, ResponseTimes } from "~/usecases/components/response-times";
import type { ComponentArchive } from "~/usecases/history/archive";
import { Layout } from "../frame/layout";
import { DayBars } from "../parts/bars";
import { Facts } from "../parts/facts";
import type { Frame } from "../parts/frame";
import { Lead } from "../parts/lead";
import { say } from "../parts/say";
import { StatusMark } from "../parts/state";
import { TimeText } from "../parts/time-text";
import { ComponentPast } from "./component-past";
import { DayTable } from "./day-table";
import { ResponseTimesSection } from "./response-times";

interface ComponentPageProps {
  frame: Frame;
  page: SeenPage;
  component: SnapshotComponent;
  /** Its incidents and past maintenance; null when the archive does not answer. */
  archive: ComponentArchive | null;
  /** How many of each are listed at most. */
  limit: number;
  range: ResponseRange;
  /** Of the monitors that watch it; null when the archive does not answer. */
  times: ResponseTimes | null;
}

interface OfComponent {
  frame: Frame;
  snapshot: Snapshot;
  component: SnapshotComponent;
}

const month = 30;

/** Of the last month, from the document; that of all its days stands under the bars. */
function UptimeFacts({ frame: { words }, snapshot, component }: OfComponent) {
  const { t, percent } = words;
  if (snapshot.days.count <= month) return null;
  const share = uptimeOfLast(snapshot, component, month);
  const shown = share === null ? t("status.no_data") : percent(share);
  return <Facts rows={[[t("component.uptime_days", { count: month }), shown]]} />;
}

function History({ frame, snapshot, component }: OfComponent) {
  const { t, number, percent } = frame.words;
  const { uptime } = component;
  return (
    <section>
      <figure>
        <DayBars frame={frame} snapshot={snapshot} component={component} />
        <figcaption>
          <span>{frame.dates.days(snapshot.days.first, snapshot.days.first)}</span>
          <span>
            {uptime === null ? t("components.uptime_unknown") : t("components.uptime", { percent: percent(uptime) })}
          </span>
          <span>{t("bars.today")}</span>
        </figcaption>
      </figure>
      <UptimeFacts frame={frame} snapshot={snapshot} component={component} />
      <p class="note">{t("components.formula", { weight: number(snapshot.page.partialWeight) })}</p>
      <p class="more">
        <a href={`${frame.prefix}/uptime#component-${component.id}`}>{t("layout.uptime")}</a>
      </p>
    </section>
  );
}

/** Ways to hear of this component alone. */
function Follow({ frame: { prefix, words }, id }: { frame: Frame; id: string }) {
  const { t } = words;
  return (
    <p class="ways">
      <span>{t("component.follow")}</span>
      <a href={`${prefix}/subscribe?component=${encodeURIComponent(id)}`}>{t("subscribe.component")}</a>
      <a href={`${prefix}${calendarPath(id)}`} type="text/calendar">
        {t("layout.calendar")}
      </a>
      {feedFormats.map((format) => (
        <a key={format} href={`${prefix}${feedPath(format, id)}`} type={feedTypes[format]}>
          {t(`feed.${format}`)}
        </a>
      ))}
    </p>
  );
}

function Head({ frame, component }: Omit<OfComponent, "snapshot">) {
  const { t } = frame.words;
  return (
    <Lead frame={frame} letter={letterOfStatus[component.status]} kind={t("component.kind")} title={component.name}>
      <p class="meta">
        <StatusMark frame={frame} status={component.status} />
        {component.since === null ? null : (
          <span>
            {say(frame.words, "component.since", { time: <TimeText frame={frame} at={component.since} full /> })}
          </span>
        )}
      </p>
      {component.description === "" ? null : (
        <p dir="auto" lang={frame.written}>
          {component.description}
        </p>
      )}
    </Lead>
  );
}

/** One component: how it is, how it was day by day, and what befell it. */
export function ComponentPage({ frame, page, component, archive, limit, range, times }: ComponentPageProps) {
  const { snapshot } = page;
  const path = `/components/${component.id}`;
  return (
    <Layout frame={frame} page={page} back>
      <Head frame={frame} component={component} />
      {component.showUptime ? <History frame={frame} snapshot={snapshot} component={component} /> : null}
      <ResponseTimesSection frame={frame} path={path} range={range} times={times} />
      <Follow frame={frame} id={component.id} />
      <ComponentPast frame={frame} snapshot={snapshot} archive={archive} limit={limit} componentId={component.id} />
      {component.showUptime ? <DayTable frame={frame} snapshot={snapshot} component={component} /> : null}
    </Layout>
  );
}
