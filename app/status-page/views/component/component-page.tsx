/** @jsxImportSource ~/html */

import type { ResponseTimes } from "~/components/response-times";
import type { ResultRange } from "~/monitors/rules/monitor-points";
import { calendarPath, feedFormats, feedMediaTypeByFormat, feedPath } from "~/pages/rules/page-links";
import type { ArchivedComponentEvents } from "../../history/archive";
import { visibleStatus } from "../../rules/monitored-state";
import type { ServedPage } from "../../rules/seen-page";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { PublicPageLayout } from "../frame/layout";
import { LargeUptimeBars } from "../parts/bars";
import { PublicCorrectionsSection } from "../parts/corrections";
import { type DayIncidents, incidentsByDay } from "../parts/day-incidents";
import type { RenderContext } from "../parts/frame";
import { lastReportText } from "../parts/last-heard-text";
import { DetailPageHead } from "../parts/lead";
import { sentenceWithElements } from "../parts/say";
import { PublicStatusBadge, StateBadge } from "../parts/state";
import { PublicTimeText } from "../parts/time-text";
import { ComponentVendorIncidentText } from "../parts/vendors";
import { isUptimeShown, visibleStateLetter } from "../parts/visible-letter";
import { chartEventsOf } from "./chart-events-of";
import { ComponentEventLists, recentEventsOfComponent } from "./component-past";
import { DayTable } from "./day-table";
import { KeyFiguresPanel } from "./figures";
import { PublicResponseTimesSection } from "./response-times";

interface ComponentPageProps {
  frame: RenderContext;
  page: ServedPage;
  component: SnapshotComponent;
  /** Its incidents and past maintenance; null when the archive is not available. */
  archive: ArchivedComponentEvents | null;
  /** Most of each that are listed. */
  limit: number;
  range: ResultRange;
  /** Response times of its monitors; null when the archive is not available. */
  times: ResponseTimes | null;
}

interface ComponentPageContext {
  frame: RenderContext;
  snapshot: Snapshot;
  component: SnapshotComponent;
}

function History({ frame, snapshot, component, byDay }: ComponentPageContext & { byDay: DayIncidents }) {
  const { t } = frame.words;
  return (
    <section>
      <figure>
        <LargeUptimeBars frame={frame} snapshot={snapshot} component={component} byDay={byDay} />
        <figcaption>
          <span>{frame.dates.days(snapshot.days.first, snapshot.days.first)}</span>
          <span>{t("bars.today")}</span>
        </figcaption>
      </figure>
      <p class="ways">
        <a href={`${frame.prefix}/uptime#component-${component.id}`}>{t("layout.uptime")}</a>
        <a href={`${frame.prefix}/uptime#formula`}>{t("components.how")}</a>
      </p>
    </section>
  );
}

/** Links for following this component alone. */
function Follow({ frame: { prefix, words }, id }: { frame: RenderContext; id: string }) {
  const { t } = words;
  return (
    <p class="ways">
      <span>{t("component.follow")}</span>
      <a href={`${prefix}/subscribe?component=${encodeURIComponent(id)}`}>{t("subscribe.component")}</a>
      <a href={`${prefix}${calendarPath(id)}`} type="text/calendar">
        {t("layout.calendar")}
      </a>
      {feedFormats.map((format) => (
        <a key={format} href={`${prefix}${feedPath(format, id)}`} type={feedMediaTypeByFormat[format]}>
          {t(`feed.${format}`)}
        </a>
      ))}
    </p>
  );
}

function Standing({ frame, snapshot, component }: ComponentPageContext) {
  const { t } = frame.words;
  const heard = lastReportText(frame, snapshot, component.id);
  const { since } = component;
  const seen = visibleStatus(component);
  if (seen === null) return <StateBadge letter="n">{t("field.unmonitored")}</StateBadge>;
  return (
    <>
      <PublicStatusBadge frame={frame} status={seen} />
      {since === null ? null : (
        <span>
          {sentenceWithElements(frame.words, "component.since", {
            time: <PublicTimeText frame={frame} at={since} full />,
          })}
        </span>
      )}
      {heard === null ? null : <span>{heard}</span>}
    </>
  );
}

function Head({ frame, snapshot, component }: ComponentPageContext) {
  const { t } = frame.words;
  return (
    <DetailPageHead
      frame={frame}
      letter={visibleStateLetter(component)}
      kind={t("component.kind")}
      title={component.name}
    >
      <p class="meta">
        <Standing frame={frame} snapshot={snapshot} component={component} />
      </p>
      <ComponentVendorIncidentText frame={frame} snapshot={snapshot} component={component} />
      {component.description === "" ? null : (
        <p dir="auto" lang={frame.written}>
          {component.description}
        </p>
      )}
    </DetailPageHead>
  );
}

const correctionsOf = ({ corrections = [] }: Snapshot, id: string) =>
  corrections.filter(({ componentIds }) => componentIds.includes(id));

/** Shows one component: its state, its days, and its incidents and maintenance. */
export function ComponentPage({ frame, page, component, archive, limit, range, times }: ComponentPageProps) {
  const { snapshot } = page;
  const path = `/components/${component.id}`;
  const known = archive ?? recentEventsOfComponent(snapshot, component.id);
  const byDay = incidentsByDay(snapshot, known.incidents);
  const days = { frame, snapshot, component, byDay };
  const isCounted = isUptimeShown(component);
  return (
    <PublicPageLayout frame={frame} page={page} back asOf>
      <Head frame={frame} snapshot={snapshot} component={component} />
      <KeyFiguresPanel
        frame={frame}
        snapshot={snapshot}
        component={component}
        incidents={archive === null && known.incidents.length === 0 ? null : known.incidents}
        times={times}
      />
      {isCounted ? <History {...days} /> : null}
      <PublicResponseTimesSection
        frame={frame}
        path={path}
        range={range}
        times={times}
        events={chartEventsOf(frame, known, snapshot, component.id)}
      />
      <Follow frame={frame} id={component.id} />
      <ComponentEventLists
        frame={frame}
        snapshot={snapshot}
        archive={archive}
        limit={limit}
        componentId={component.id}
      />
      <PublicCorrectionsSection frame={frame} corrections={correctionsOf(snapshot, component.id)} />
      {isCounted ? <DayTable {...days} /> : null}
    </PublicPageLayout>
  );
}
