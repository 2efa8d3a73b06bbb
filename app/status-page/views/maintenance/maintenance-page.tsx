/** @jsxImportSource ~/html */

import type { Child } from "~/html/jsx-runtime";
import { repeatText } from "~/i18n/repeat";
import { spanText } from "~/i18n/span";
import type { Repeat } from "~/time/repeat";
import type { SeenPage } from "../../rules/seen-page";
import type { SnapshotMaintenance } from "../../rules/snapshot-document";
import { lastUpdateOf } from "../../rules/under-way";
import { Layout } from "../frame/layout";
import { AffectedComponents } from "../parts/affected-components";
import { FactList } from "../parts/fact-list";
import type { Frame } from "../parts/frame";
import { LastCheckedNote } from "../parts/last-checked-note";
import { Lead } from "../parts/lead";
import { dayIn, letterOfWork } from "../parts/maintenances";
import { Markup } from "../parts/markup";
import { StateMark } from "../parts/state";
import { Moment } from "../parts/time-text";
import { Timeline } from "../parts/timeline";

interface MaintenancePageProps {
  frame: Frame;
  page: SeenPage;
  maintenance: SnapshotMaintenance;
}

type MaintenanceDetailRow = [name: string, value: Child];

const completed = (frame: Frame, at: number): MaintenanceDetailRow => [
  frame.words.t("work.completed"),
  <Moment key="completed" frame={frame} from={at} />,
];

const repeats = ({ words }: Frame, repeat: Repeat, day: string): MaintenanceDetailRow => [
  words.t("work.repeats"),
  repeatText(words, repeat, day),
];

/** Returns true when its only update repeats its own text, so that the text is shown once. */
const isSaidOnce = ({ html, updates }: SnapshotMaintenance): boolean =>
  updates.length === 1 && updates[0]?.html === html;

export function MaintenancePage({ frame, page, maintenance }: MaintenancePageProps) {
  const { t } = frame.words;
  const { startsAt, endsAt, completedAt, series, updates, html } = maintenance;
  const letter = letterOfWork(maintenance);
  return (
    <Layout frame={frame} page={page} back asOf>
      <Lead frame={frame} letter={letter} kind={t("maintenance.kind")} title={maintenance.title}>
        <p class="meta">
          <StateMark letter={letter}>{t(`maintenance_status.${maintenance.status}`)}</StateMark>
        </p>
        <FactList
          rows={[
            [t("work.window"), <Moment key="window" frame={frame} from={startsAt} to={endsAt} />],
            [t("work.length"), spanText(frame.words, endsAt - startsAt)],
            ...(completedAt === null ? [] : [completed(frame, completedAt)]),
            ...(series ? [repeats(frame, series.repeat, dayIn(page.snapshot.page.timeZone, startsAt))] : []),
          ]}
        />
        <AffectedComponents frame={frame} components={maintenance.components} planned={letter === "w"} />
        {lastUpdateOf({ incidents: [], maintenances: [maintenance] }) ? (
          <LastCheckedNote frame={frame} page={page} />
        ) : null}
      </Lead>
      {(html === "" && !maintenance.cut) || isSaidOnce(maintenance) ? null : (
        <section class="two">
          <h2>{t("work.about")}</h2>
          <Markup frame={frame} said={maintenance} />
        </section>
      )}
      {updates.length === 0 ? null : (
        <section class={`two ${letter}`}>
          <h2>{t("incident.updates")}</h2>
          <Timeline frame={frame} updates={updates} full />
        </section>
      )}
    </Layout>
  );
}
