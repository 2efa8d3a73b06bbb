/** @jsxImportSource ~/html */
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { SnapshotIncident } from "../../rules/snapshot-document";
import type { RenderContext } from "../parts/frame";
import { MarkdownBody } from "../parts/markup";
import { PublicTimeText } from "../parts/time-text";
import { TitleLink } from "../parts/title";

function Announcement({ frame, incident }: { frame: RenderContext; incident: SnapshotIncident }) {
  const { t } = frame.words;
  const href = `${frame.prefix}/incidents/${incident.id}`;
  const { told } = separatePostmortem(incident);
  const [last] = told;
  return (
    <article class="card a">
      <h3>
        <TitleLink frame={frame} of={incident} href={href} />
      </h3>
      {last ? <MarkdownBody frame={frame} said={last} /> : null}
      <p class="meta">
        <PublicTimeText frame={frame} at={last?.shownAt ?? incident.startedAt} />
        {told.length > 1 ? <a href={href}>{t("open.all_updates", { count: told.length })}</a> : null}
      </p>
    </article>
  );
}

/** Shows announcements: the newest update of each, without alarm. */
export function AnnouncementsSection({
  frame,
  incidents,
}: {
  frame: RenderContext;
  incidents: readonly SnapshotIncident[];
}) {
  if (incidents.length === 0) return null;
  return (
    <section class="two">
      <h2>{frame.words.t("open.announcements", { count: incidents.length })}</h2>
      <div>
        {incidents.map((incident) => (
          <Announcement key={incident.id} frame={frame} incident={incident} />
        ))}
      </div>
    </section>
  );
}
