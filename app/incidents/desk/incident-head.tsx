import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { Impact } from "~/status/status";
import { useFieldText } from "~/ui/parts/field-text";
import { PageHead } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { ClockText, shortDurationText, TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import { useWordTable } from "~/ui/parts/words";
import type { IncidentView } from "../list";
import { incidentFields } from "../rules/fields";
import { isAnnouncementSummary } from "../rules/impact";
import { useIncidentStatusNames } from "./incident-statuses";
import { IncidentLeadText } from "./lead-text";
import { OpenedByAlertText } from "./opened-by-alert";
import { useWords } from "./words/words";

interface IncidentHeadProps {
  incident: IncidentView;
  /** Name of who leads it; null = nobody. */
  lead: string | null;
  /** The worst impact that it had; the impact by its current components is shown with it. */
  worst: Impact;
  slug: string;
  /** A text about who proposed the draft, in the reader's language; "" when no program did. */
  proposedText: string;
}

/** Shows when visitors were promised the next update, or since when it is overdue. */
function Promised({ at }: { at: number }) {
  const { now } = useViewer();
  const { t, say, language } = useWords();
  if (at > now) return <span>{say("incident.next", { at: <ClockText at={at} /> })}</span>;
  return <Tag tone="alarm">{t("incident.overdue", { length: shortDurationText(now - at, language) })}</Tag>;
}

/** Shows what the incident is and its state. */
export function IncidentHead({ incident, lead, worst, slug, proposedText }: IncidentHeadProps) {
  const { t, say } = useWords();
  const statuses = useIncidentStatusNames()(incident);
  const impacts = useFieldText(incidentFields.impactOverride).choices;
  const visibilities = useWordTable("visibility");
  const origins = useWordTable("origin");
  const published = incident.visibility === "published";
  const announced = isAnnouncementSummary(incident);
  const isPresent = worst === incident.impact || incident.resolvedAt !== null;
  const both = { impact: impacts[worst] ?? "", now: impacts[incident.impact] ?? "" };
  const impact = isPresent ? impacts[worst] : t("incident.impact_now", both);
  const word = published ? statuses[incident.status] : visibilities[incident.visibility];
  const note = (
    <div className="flex flex-wrap items-center gap-x-3">
      <Tag tone={incident.resolvedAt === null && !announced ? "alarm" : "neutral"}>{word ?? incident.status}</Tag>
      {published && announced ? null : <span>{impact}</span>}
      <span>{origins[incident.origin]}</span>
      {proposedText === "" ? null : <bdi>{proposedText}</bdi>}
      <OpenedByAlertText incident={incident} />
      <IncidentLeadText lead={lead} />
      <span>{say("incident.started", { at: <TimeText at={incident.startedAt} /> })}</span>
      {published && incident.resolvedAt === null && incident.nextUpdateAt !== null ? (
        <Promised at={incident.nextUpdateAt} />
      ) : null}
      {incident.resolvedAt === null ? null : (
        <span>
          {say(announced ? "announcement.completed" : "incident.resolved", {
            at: <TimeText at={incident.resolvedAt} />,
          })}
        </span>
      )}
      {published ? (
        <a href={`/${slug}/incidents/${incident.id}`} className={inlineLinkTargetClass}>
          {t("incident.view")}
        </a>
      ) : null}
    </div>
  );
  return <PageHead title={incident.title} note={note} />;
}
