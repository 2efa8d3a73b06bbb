/** @jsxImportSource ~/html */

import { updateWord } from "~/i18n/update-word";
import { letterOfImpact } from "~/rules/basics/state-letter";
import { impactTold } from "~/rules/incidents/impact";
import { storyParts } from "~/rules/snapshot/postmortem-entry";
import type { SnapshotIncident } from "~/rules/snapshot/snapshot-document";
import { Affected } from "../parts/affected";
import type { Frame } from "../parts/frame";
import { ImpactMark } from "../parts/impact-mark";
import { say } from "../parts/say";
import { TimeText } from "../parts/time-text";
import { Timeline } from "../parts/timeline";
import { TitleLink } from "../parts/title";

/** The newest updates stand on the front page; the rest is one link away. */
const shownUpdates = 3;

function OpenIncident({ frame, incident }: { frame: Frame; incident: SnapshotIncident }) {
  const { t } = frame.words;
  const href = `${frame.prefix}/incidents/${incident.id}`;
  const letter = letterOfImpact[impactTold(incident)];
  const { told: updates } = storyParts(incident);
  return (
    <article class={`card ${letter}`}>
      <h3>
        <TitleLink frame={frame} of={incident} href={href} />
      </h3>
      <p class="meta">
        <ImpactMark frame={frame} incident={incident} />
        <span>{updateWord(frame.words, incident.status)}</span>
        <span>{say(frame.words, "open.since", { time: <TimeText frame={frame} at={incident.startedAt} /> })}</span>
      </p>
      <Affected frame={frame} components={incident.components} />
      <Timeline frame={frame} updates={updates.slice(0, shownUpdates)} live />
      {updates.length > shownUpdates ? (
        <p class="more">
          <a href={href}>{t("open.all_updates", { count: updates.length })}</a>
        </p>
      ) : null}
    </article>
  );
}

export function OpenIncidents({ frame, incidents }: { frame: Frame; incidents: readonly SnapshotIncident[] }) {
  if (incidents.length === 0) return null;
  return (
    <section class="two">
      <h2>{frame.words.t("open.heading")}</h2>
      <div>
        {incidents.map((incident) => (
          <OpenIncident key={incident.id} frame={frame} incident={incident} />
        ))}
      </div>
    </section>
  );
}
