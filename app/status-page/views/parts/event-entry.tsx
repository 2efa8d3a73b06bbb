/** @jsxImportSource ~/html */
import { elapsedTimeText } from "~/i18n/span";
import { updateStatusText } from "~/i18n/update-word";
import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";
import type { PageEvent } from "./happening-days";
import { ImpactBadge } from "./impact-mark";
import { stateLetterOfMaintenance } from "./maintenances";
import { MarkdownBody } from "./markup";
import { StateBadge } from "./state";
import { PublicTimeText, TimeSpanText } from "./time-text";
import { TitleLink } from "./title";

/** Shows both ends of an event and its duration. */
const LastedText = ({ frame, from, to }: { frame: RenderContext; from: number; to: number }) => (
  <span>
    <TimeSpanText frame={frame} from={from} to={to} />
    {` · ${elapsedTimeText(frame.words, to - from)}`}
  </span>
);

function IncidentEntry({ frame, incident }: { frame: RenderContext; incident: SnapshotIncident }) {
  const { t } = frame.words;
  const going = incident.resolvedAt === null ? t("recent.ongoing") : updateStatusText(frame.words, incident.status);
  const { told, postmortem } = separatePostmortem(incident);
  const last = told[0];
  const href = `${frame.prefix}/incidents/${incident.id}`;
  return (
    <article class="e">
      <h4>
        <TitleLink frame={frame} of={incident} href={href} />
      </h4>
      <p class="meta">
        <ImpactBadge frame={frame} incident={incident} />
        {isAnnouncementIncident(incident) ? null : <span>{going}</span>}
        {incident.resolvedAt === null ? (
          <PublicTimeText frame={frame} at={incident.startedAt} />
        ) : (
          <LastedText frame={frame} from={incident.startedAt} to={incident.resolvedAt} />
        )}
      </p>
      {last && incident.resolvedAt !== null ? <MarkdownBody frame={frame} said={last} /> : null}
      {postmortem ? (
        <p class="more">
          <a href={href}>{t("incident.read_postmortem")}</a>
        </p>
      ) : null}
    </article>
  );
}

function MaintenanceEntry({ frame, maintenance }: { frame: RenderContext; maintenance: SnapshotMaintenance }) {
  const { t } = frame.words;
  return (
    <article class="e">
      <h4>
        <a href={`${frame.prefix}/maintenances/${maintenance.id}`} dir="auto" lang={frame.written}>
          {maintenance.title}
        </a>
      </h4>
      <p class="meta">
        <StateBadge letter={stateLetterOfMaintenance(maintenance)}>{t("maintenance.kind")}</StateBadge>
        <span>{t(`maintenance_status.${maintenance.status}`)}</span>
        <LastedText frame={frame} from={maintenance.startsAt} to={maintenance.endsAt} />
      </p>
      {maintenance.updates[0] ? <MarkdownBody frame={frame} said={maintenance.updates[0]} /> : null}
    </article>
  );
}

/** Shows one event in a few lines: its title, impact, time and newest update. */
export const PublicEventItem = ({ frame, happening }: { frame: RenderContext; happening: PageEvent }) =>
  happening.kind === "incident" ? (
    <IncidentEntry frame={frame} incident={happening.incident} />
  ) : (
    <MaintenanceEntry frame={frame} maintenance={happening.maintenance} />
  );
