/** @jsxImportSource ~/html */

import type { Child } from "~/html/jsx-runtime";
import { spanText } from "~/i18n/span";
import { updateWord } from "~/i18n/update-word";
import { letterOfImpact } from "~/rules/basics/state-letter";
import { impactTold, isAnnouncement } from "~/rules/incidents/impact";
import { promiseAt } from "~/rules/snapshot/field";
import { storyParts } from "~/rules/snapshot/postmortem-entry";
import type { SeenPage } from "~/rules/snapshot/seen";
import type { SnapshotIncident, SnapshotUpdate } from "~/rules/snapshot/snapshot-document";
import { lastWordOf } from "~/rules/snapshot/under-way";
import { Layout } from "../frame/layout";
import { Affected } from "../parts/affected";
import { Checked } from "../parts/checked";
import { Facts } from "../parts/facts";
import type { Frame } from "../parts/frame";
import { ImpactMark } from "../parts/impact-mark";
import { Lead } from "../parts/lead";
import { Markup } from "../parts/markup";
import { Moment, TimeText } from "../parts/time-text";
import { Timeline } from "../parts/timeline";

interface IncidentPageProps {
  frame: Frame;
  page: SeenPage;
  incident: SnapshotIncident;
}

function factsOf(frame: Frame, incident: SnapshotIncident): [string, Child][] {
  const { t } = frame.words;
  const { startedAt, resolvedAt } = incident;
  const rows: [string, Child][] = [
    [
      t(isAnnouncement(incident) ? "open.posted" : "incident.started"),
      <Moment key="started" frame={frame} from={startedAt} />,
    ],
  ];
  const promised = promiseAt(incident, frame.now);
  if (promised !== null) rows.push([t("incident.next"), <Moment key="next" frame={frame} from={promised} />]);
  if (resolvedAt === null) return rows;
  return [
    ...rows,
    [t("incident.resolved"), <Moment key="resolved" frame={frame} from={resolvedAt} />],
    [t("incident.lasted"), spanText(frame.words, resolvedAt - startedAt)],
  ];
}

function Postmortem({ frame, postmortem }: { frame: Frame; postmortem: SnapshotUpdate | null }) {
  if (!postmortem) return null;
  return (
    <section class="two">
      <h2>{frame.words.t("incident_status.postmortem")}</h2>
      <div>
        <p class="when">
          <TimeText frame={frame} at={postmortem.shownAt} full />
        </p>
        <Markup frame={frame} said={postmortem} />
      </div>
    </section>
  );
}

const Follow = ({ frame, id }: { frame: Frame; id: string }) => (
  <p class="more">
    <a href={`${frame.prefix}/subscribe?incident=${encodeURIComponent(id)}`}>{frame.words.t("subscribe.follow")}</a>
  </p>
);

export function IncidentPage({ frame, page, incident }: IncidentPageProps) {
  const { t } = frame.words;
  const letter = letterOfImpact[impactTold(incident)];
  const { told, postmortem } = storyParts(incident);
  const open = incident.resolvedAt === null;
  const quiet = isAnnouncement(incident);
  return (
    <Layout frame={frame} page={page} back>
      <Lead
        frame={frame}
        letter={open ? letter : "a"}
        kind={t(quiet ? "impact.none" : "incident.kind")}
        title={incident.title}
        titleSaid={incident.titleSaid}
      >
        {quiet ? null : (
          <p class="meta">
            <ImpactMark frame={frame} incident={incident} />
            <span>{updateWord(frame.words, incident.status)}</span>
          </p>
        )}
        <Facts rows={factsOf(frame, incident)} />
        <Affected frame={frame} components={incident.components} />
        {lastWordOf({ incidents: [incident], maintenances: [] }) ? <Checked frame={frame} page={page} /> : null}
      </Lead>
      <Postmortem frame={frame} postmortem={postmortem} />
      <section class={`two ${open ? letter : "o"}`}>
        <h2>{t("incident.updates")}</h2>
        <div>
          {told.length > 0 ? (
            <Timeline frame={frame} updates={told} full live={open && !quiet} />
          ) : (
            <p class="note">{t("incident.no_updates")}</p>
          )}
          {open && !quiet ? <Follow frame={frame} id={incident.id} /> : null}
        </div>
      </section>
    </Layout>
  );
}
