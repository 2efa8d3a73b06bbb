/** @jsxImportSource ~/html */
import { updateWord } from "~/i18n/update-word";
import { isAnnouncement } from "~/incidents/rules/impact";
import { storyParts } from "../../rules/postmortem-entry";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import type { Frame } from "./frame";
import type { PageEvent } from "./happening-days";
import { ImpactMark } from "./impact-mark";
import { letterOfWork } from "./maintenances";
import { Markup } from "./markup";
import { StateMark } from "./state";
import { SpanOfTime, TimeText } from "./time-text";
import { TitleLink } from "./title";

function IncidentEntry({ frame, incident }: { frame: Frame; incident: SnapshotIncident }) {
  const { t } = frame.words;
  const going = incident.resolvedAt === null ? t("recent.ongoing") : updateWord(frame.words, incident.status);
  const { told, postmortem } = storyParts(incident);
  const last = told[0];
  const href = `${frame.prefix}/incidents/${incident.id}`;
  return (
    <article class="e">
      <h4>
        <TitleLink frame={frame} of={incident} href={href} />
      </h4>
      <p class="meta">
        <ImpactMark frame={frame} incident={incident} />
        {isAnnouncement(incident) ? null : <span>{going}</span>}
        {incident.resolvedAt === null ? (
          <TimeText frame={frame} at={incident.startedAt} />
        ) : (
          <SpanOfTime frame={frame} from={incident.startedAt} to={incident.resolvedAt} />
        )}
      </p>
      {last && incident.resolvedAt !== null ? <Markup frame={frame} said={last} /> : null}
      {postmortem ? (
        <p class="more">
          <a href={href}>{t("incident.read_postmortem")}</a>
        </p>
      ) : null}
    </article>
  );
}

function MaintenanceEntry({ frame, maintenance }: { frame: Frame; maintenance: SnapshotMaintenance }) {
  const { t } = frame.words;
  return (
    <article class="e">
      <h4>
        <a href={`${frame.prefix}/maintenances/${maintenance.id}`} dir="auto" lang={frame.written}>
          {maintenance.title}
        </a>
      </h4>
      <p class="meta">
        <StateMark letter={letterOfWork(maintenance)}>{t("maintenance.kind")}</StateMark>
        <span>{t(`maintenance_status.${maintenance.status}`)}</span>
        <SpanOfTime frame={frame} from={maintenance.startsAt} to={maintenance.endsAt} />
      </p>
      {maintenance.updates[0] ? <Markup frame={frame} said={maintenance.updates[0]} /> : null}
    </article>
  );
}

/** Shows one event in a few lines: its title, impact, time and newest update. */
export const HappeningEntry = ({ frame, happening }: { frame: Frame; happening: PageEvent }) =>
  happening.kind === "incident" ? (
    <IncidentEntry frame={frame} incident={happening.incident} />
  ) : (
    <MaintenanceEntry frame={frame} maintenance={happening.maintenance} />
  );
