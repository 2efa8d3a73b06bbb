/** @jsxImportSource ~/html */

import type { ResponseRange, ResponseTimes } from "~/components/response-times";
import { calendarPath, feedFormats, feedPath, feedTypes } from "~/pages/rules/page-links";
import type { ComponentArchive } from "../../history/archive";
import { visibleStatus } from "../../rules/monitored-state";
import type { SeenPage } from "../../rules/seen-page";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { Layout } from "../frame/layout";
import { DayBars } from "../parts/bars";
import { Corrections } from "../parts/corrections";
import { type DayIncidents, incidentsByDay } from "../parts/day-incidents";
import type { Frame } from "../parts/frame";
import { heardText } from "../parts/last-heard-text";
import { Lead } from "../parts/lead";
import { say } from "../parts/say";
import { StateMark, StatusMark } from "../parts/state";
import { TimeText } from "../parts/time-text";
import { VendorsOfComponent } from "../parts/vendors";
import { showsUptime, visibleLetter } from "../parts/visible-letter";
import { ComponentPast, documentedEvents } from "./component-past";
import { DayTable } from "./day-table";
import { Figures } from "./figures";
import { ResponseTimesSection } from "./response-times";

interface ComponentPageProps {
  frame: Frame;
  page: SeenPage;
  component: SnapshotComponent;
  /** Its incidents and past maintenance; null when the archive is not available. */
  archive: ComponentArchive | null;
  /** Most of each that are listed. */
  limit: number;
  range: ResponseRange;
  /** Response times of its monitors; null when the archive is not available. */
  times: ResponseTimes | null;
}

interface ComponentContext {
  frame: Frame;
  snapshot: Snapshot;
  component: SnapshotComponent;
}

function History({ frame, snapshot, component, byDay }: ComponentContext & { byDay: DayIncidents }) {
  const { t } = frame.words;
  return (
    <section>
      <figure>
        <DayBars frame={frame} snapshot={snapshot} component={component} byDay={byDay} />
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

function Standing({ frame, snapshot, component }: ComponentContext) {
  const { t } = frame.words;
  const heard = heardText(frame, snapshot, component.id);
  const { since } = component;
  const seen = visibleStatus(component);
  if (seen === null) return <StateMark letter="n">{t("field.unmonitored")}</StateMark>;
  return (
    <>
      <StatusMark frame={frame} status={seen} />
      {since === null ? null : (
        <span>{say(frame.words, "component.since", { time: <TimeText frame={frame} at={since} full /> })}</span>
      )}
      {heard === null ? null : <span>{heard}</span>}
    </>
  );
}

function Head({ frame, snapshot, component }: ComponentContext) {
  const { t } = frame.words;
  return (
    <Lead frame={frame} letter={visibleLetter(component)} kind={t("component.kind")} title={component.name}>
      <p class="meta">
        <Standing frame={frame} snapshot={snapshot} component={component} />
      </p>
      <VendorsOfComponent frame={frame} snapshot={snapshot} component={component} />
      {component.description === "" ? null : (
        <p dir="auto" lang={frame.written}>
          {component.description}
        </p>
      )}
    </Lead>
  );
}

const correctionsOf = ({ corrections = [] }: Snapshot, id: string) =>
  corrections.filter(({ componentIds }) => componentIds.includes(id));

/** Shows one component: its state, its days, and its incidents and maintenance. */
export function ComponentPage({ frame, page, component, archive, limit, range, times }: ComponentPageProps) {
  const { snapshot } = page;
  const path = `/components/${component.id}`;
  const known = archive ?? documentedEvents(snapshot, component.id);
  const byDay = incidentsByDay(snapshot, known.incidents);
  const days = { frame, snapshot, component, byDay };
  const isCounted = showsUptime(component);
  return (
    <Layout frame={frame} page={page} back asOf>
      <Head frame={frame} snapshot={snapshot} component={component} />
      <Figures
        frame={frame}
        snapshot={snapshot}
        component={component}
        incidents={archive === null && known.incidents.length === 0 ? null : known.incidents}
        times={times}
      />
      {isCounted ? <History {...days} /> : null}
      <ResponseTimesSection frame={frame} path={path} range={range} times={times} />
      <Follow frame={frame} id={component.id} />
      <ComponentPast frame={frame} snapshot={snapshot} archive={archive} limit={limit} componentId={component.id} />
      <Corrections frame={frame} corrections={correctionsOf(snapshot, component.id)} />
      {isCounted ? <DayTable {...days} /> : null}
    </Layout>
  );
}
