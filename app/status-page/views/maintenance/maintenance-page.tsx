/** @jsxImportSource ~/html */

import type { HtmlChild } from "~/html/jsx-runtime";
import { repeatText } from "~/i18n/repeat";
import { elapsedTimeText } from "~/i18n/span";
import { maintenanceCalendarPath } from "~/pages/rules/page-links";
import type { MaintenanceRepeat } from "~/time/repeat";
import type { ServedPage } from "../../rules/seen-page";
import type { SnapshotMaintenance } from "../../rules/snapshot-document";
import { latestUpdateOf } from "../../rules/under-way";
import { PublicPageLayout } from "../frame/layout";
import { PublicAffectedComponentsPanel } from "../parts/affected-components";
import { timeToMaintenance } from "../parts/ago-text";
import { FactsPanel } from "../parts/fact-list";
import type { RenderContext } from "../parts/frame";
import { LastCheckedText } from "../parts/last-checked-note";
import { DetailPageHead } from "../parts/lead";
import { dateInZone, stateLetterOfMaintenance } from "../parts/maintenances";
import { MarkdownBody } from "../parts/markup";
import { StateBadge } from "../parts/state";
import { TimeFactText } from "../parts/time-text";
import { PublicUpdateTimelinePanel } from "../parts/timeline";

interface MaintenancePageProps {
  frame: RenderContext;
  page: ServedPage;
  maintenance: SnapshotMaintenance;
}

type MaintenanceDetailRow = [name: string, value: HtmlChild];

const completed = (frame: RenderContext, at: number): MaintenanceDetailRow => [
  frame.words.t("work.completed"),
  <TimeFactText key="completed" frame={frame} from={at} />,
];

const repeats = ({ words }: RenderContext, repeat: MaintenanceRepeat, day: string): MaintenanceDetailRow => [
  words.t("work.repeats"),
  repeatText(words, repeat, day),
];

/** Returns true when its only update repeats its own text, so that the text is shown once. */
export const isMaintenanceTextRepeated = ({ html, updates }: SnapshotMaintenance): boolean =>
  updates.length === 1 && updates[0]?.html === html;

const CalendarLink = ({ frame: { prefix, words }, id }: { frame: RenderContext; id: string }) => (
  <p class="more">
    <a href={`${prefix}${maintenanceCalendarPath(id)}`} type="text/calendar">
      {words.t("work.calendar")}
    </a>
  </p>
);

export function MaintenancePage({ frame, page, maintenance }: MaintenancePageProps) {
  const { t } = frame.words;
  const { id, status, startsAt, endsAt, completedAt, series, updates, html } = maintenance;
  const letter = stateLetterOfMaintenance(maintenance);
  const left = timeToMaintenance(page, maintenance, frame.now);
  return (
    <PublicPageLayout frame={frame} page={page} back asOf>
      <DetailPageHead frame={frame} letter={letter} kind={t("maintenance.kind")} title={maintenance.title}>
        <p class="meta">
          <StateBadge letter={letter}>{t(`maintenance_status.${maintenance.status}`)}</StateBadge>
        </p>
        <FactsPanel
          rows={[
            [
              t("work.window"),
              <TimeFactText
                key="window"
                frame={frame}
                from={startsAt}
                to={endsAt}
                distance={left && frame.dates.ahead(left)}
              />,
            ],
            [t("work.length"), elapsedTimeText(frame.words, endsAt - startsAt)],
            ...(completedAt === null ? [] : [completed(frame, completedAt)]),
            ...(series ? [repeats(frame, series.repeat, dateInZone(page.snapshot.page.timeZone, startsAt))] : []),
          ]}
        />
        <PublicAffectedComponentsPanel frame={frame} components={maintenance.components} planned={letter === "w"} />
        {latestUpdateOf({ incidents: [], maintenances: [maintenance] }) ? (
          <LastCheckedText frame={frame} page={page} />
        ) : null}
        {status === "scheduled" ? <CalendarLink frame={frame} id={id} /> : null}
      </DetailPageHead>
      {(html === "" && !maintenance.cut) || isMaintenanceTextRepeated(maintenance) ? null : (
        <section class="two">
          <h2>{t("work.about")}</h2>
          <MarkdownBody frame={frame} said={maintenance} />
        </section>
      )}
      {updates.length === 0 ? null : (
        <section class={`two ${letter}`}>
          <h2>{t("incident.updates")}</h2>
          <PublicUpdateTimelinePanel frame={frame} updates={updates} full />
        </section>
      )}
    </PublicPageLayout>
  );
}
