/** @jsxImportSource ~/html */

import type { HtmlChild } from "~/html/jsx-runtime";
import { elapsedTimeText } from "~/i18n/span";
import { updateStatusText } from "~/i18n/update-word";
import type { Words } from "~/i18n/words";
import { isAnnouncementIncident, worstImpact } from "~/incidents/rules/impact";
import { type StateLetter, stateLetterByImpact } from "~/status/state-letter";
import { pendingUpdatePromiseAt } from "../../rules/field";
import { outagesOfIncident } from "../../rules/outage";
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { ServedPage } from "../../rules/seen-page";
import type { SnapshotIncident, SnapshotUpdate } from "../../rules/snapshot-document";
import { latestUpdateOf } from "../../rules/under-way";
import { PublicPageLayout } from "../frame/layout";
import { PublicAffectedComponentsPanel } from "../parts/affected-components";
import { openIncidentAge } from "../parts/ago-text";
import { FactsPanel } from "../parts/fact-list";
import type { RenderContext } from "../parts/frame";
import { ImpactBadge } from "../parts/impact-mark";
import { LastCheckedText } from "../parts/last-checked-note";
import { DetailPageHead } from "../parts/lead";
import { MarkdownBody } from "../parts/markup";
import { StateBadge } from "../parts/state";
import { PublicTimeText, TimeFactText } from "../parts/time-text";
import { PublicUpdateTimelinePanel } from "../parts/timeline";

interface IncidentPageProps {
  frame: RenderContext;
  page: ServedPage;
  incident: SnapshotIncident;
}

/** True for an incident of which no sentence says how long its harm lasted. */
export const isHarmlessIncident = (incident: SnapshotIncident): boolean =>
  worstImpact(incident) === "none" && outagesOfIncident(incident).length === 0;

function factsOf({ frame, page, incident }: IncidentPageProps): [string, HtmlChild][] {
  const { t } = frame.words;
  const { startedAt, resolvedAt } = incident;
  const age = openIncidentAge(page, incident, frame.now);
  const rows: [string, HtmlChild][] = [
    [
      t(isAnnouncementIncident(incident) ? "open.posted" : "incident.started"),
      <TimeFactText key="started" frame={frame} from={startedAt} distance={age && frame.dates.ago(age)} />,
    ],
  ];
  const promised = pendingUpdatePromiseAt(incident, frame.now);
  if (promised !== null) rows.push([t("incident.next"), <TimeFactText key="next" frame={frame} from={promised} />]);
  if (resolvedAt === null || isAnnouncementIncident(incident)) return rows;
  rows.push([t("incident.resolved"), <TimeFactText key="resolved" frame={frame} from={resolvedAt} />]);
  if (isHarmlessIncident(incident))
    rows.push([t("incident.lasted"), elapsedTimeText(frame.words, resolvedAt - startedAt)]);
  return rows;
}

function Postmortem({ frame, postmortem }: { frame: RenderContext; postmortem: SnapshotUpdate | null }) {
  if (!postmortem) return null;
  return (
    <section class="two">
      <h2>{frame.words.t("incident_status.postmortem")}</h2>
      <div>
        <p class="when">
          <PublicTimeText frame={frame} at={postmortem.shownAt} full />
        </p>
        <MarkdownBody frame={frame} said={postmortem} />
      </div>
    </section>
  );
}

/** Returns how long each status lasted, one sentence each: "Partial outage for 1 h 30 min: API". */
export function incidentDurationTexts(words: Words, incident: SnapshotIncident): string[] {
  const { startedAt, resolvedAt } = incident;
  const span = elapsedTimeText(words, (resolvedAt ?? startedAt) - startedAt);
  const outages = outagesOfIncident(incident);
  if (outages.length > 0)
    return outages.map(({ status, names }) =>
      words.t("incident.lasted_of", { state: words.t(`status.${status}`), span, components: words.list(names) }),
    );
  const impact = worstImpact(incident);
  return impact === "none" ? [] : [words.t("incident.lasted_for", { state: words.t(`impact.${impact}`), span })];
}

const Lasted = ({ frame: { words }, incident }: { frame: RenderContext; incident: SnapshotIncident }) => (
  <>
    {incidentDurationTexts(words, incident).map((text) => (
      <p key={text}>{text}</p>
    ))}
  </>
);

/** Shows the impact and status of an open incident; of a resolved one its status and how long it lasted. */
function Standing({ frame, page, incident }: IncidentPageProps) {
  const word = updateStatusText(frame.words, incident.status);
  return incident.resolvedAt === null ? (
    <p class="meta">
      <ImpactBadge frame={frame} incident={incident} />
      <span>{word}</span>
    </p>
  ) : (
    <>
      <p class="meta">
        <StateBadge letter={stateLetterOfIncident(incident, page)}>{word}</StateBadge>
      </p>
      <Lasted frame={frame} incident={incident} />
    </>
  );
}

/** Returns the field's colour: that of the impact while it is open, then green, if that is known. */
export function stateLetterOfIncident(
  incident: SnapshotIncident,
  { outdated }: Pick<ServedPage, "outdated">,
): StateLetter {
  if (incident.resolvedAt === null || isAnnouncementIncident(incident))
    return stateLetterByImpact[worstImpact(incident)];
  return outdated === null ? "o" : "n";
}

const Follow = ({ frame, id }: { frame: RenderContext; id: string }) => (
  <p class="more">
    <a href={`${frame.prefix}/subscribe?incident=${encodeURIComponent(id)}`}>{frame.words.t("subscribe.follow")}</a>
  </p>
);

/** Shows what is known of an incident in two lines: its state and its times, and what it affects. */
function Facts({ frame, page, incident }: IncidentPageProps) {
  const open = incident.resolvedAt === null;
  const standing = <Standing frame={frame} page={page} incident={incident} />;
  const times = <FactsPanel rows={factsOf({ frame, page, incident })} />;
  const affected = <PublicAffectedComponentsPanel frame={frame} components={incident.components} over={!open} />;
  if (isAnnouncementIncident(incident)) {
    return (
      <>
        {times}
        {affected}
      </>
    );
  }
  return (
    <>
      <div class="line">
        {standing}
        {open ? times : null}
      </div>
      <div class="line">
        {open ? null : times}
        {affected}
        {latestUpdateOf({ incidents: [incident], maintenances: [] }) ? (
          <LastCheckedText frame={frame} page={page} />
        ) : null}
      </div>
    </>
  );
}

export function IncidentPage({ frame, page, incident }: IncidentPageProps) {
  const { t } = frame.words;
  const letter = stateLetterOfIncident(incident, page);
  const { told, postmortem } = separatePostmortem(incident);
  const open = incident.resolvedAt === null;
  const quiet = isAnnouncementIncident(incident);
  return (
    <PublicPageLayout frame={frame} page={page} back asOf>
      <DetailPageHead
        frame={frame}
        letter={letter}
        kind={t(quiet ? "impact.none" : "incident.kind")}
        title={incident.title}
        titleSaid={incident.titleSaid}
      >
        <Facts frame={frame} page={page} incident={incident} />
      </DetailPageHead>
      <Postmortem frame={frame} postmortem={postmortem} />
      <section class={`two ${letter}`}>
        <h2>{t("incident.updates")}</h2>
        <div>
          {told.length > 0 ? (
            <PublicUpdateTimelinePanel frame={frame} updates={told} full announced={quiet} live={open && !quiet} />
          ) : (
            <p class="note">{t("incident.no_updates")}</p>
          )}
          {open && !quiet ? <Follow frame={frame} id={incident.id} /> : null}
        </div>
      </section>
    </PublicPageLayout>
  );
}
