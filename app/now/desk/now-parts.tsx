import type { ComponentProps } from "react";
import { alertOriginPath, inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { LeftBehindNote } from "~/alerts/shown/desk/left-behind-note";
import { ComponentsPanel } from "~/components/desk/component-list";
import { affectedStatusFilter } from "~/components/rules/component-table";
import { useIncidentStatusNames } from "~/incidents/desk/incident-statuses";
import { IncidentLeadText } from "~/incidents/desk/lead-text";
import { isAnnouncementSummary } from "~/incidents/rules/impact";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { ListPanel, ListRow, ListRowDetail, RowLink, Section } from "~/ui/parts/list";
import { isPartWordKey, useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText, RangeText, shortDurationText, TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { MutedThing } from "../now-view";
import { useWords } from "./words/words";

export interface NowIncident {
  id: string;
  title: string;
  /** Title of the alert that opened it; "" when a person opened it. */
  alertTitle: string;
  status: string;
  impact: string;
  /** Component id → the status that the incident gives it. */
  components: Record<string, string>;
  visibility: string;
  version: number;
  startedAt: number;
  /** Name of who leads it; null = nobody. */
  lead: string | null;
  lastUpdateAt: number | null;
  recoveredAt: number | null;
  edited: boolean;
  /** Time since which an update is overdue. */
  overdueSince?: number | null;
  /** True if nobody could be notified of it so far. */
  isUntold?: boolean;
  /** A text about who proposed a draft, in the reader's language; "" when a person or an alert opened it. */
  proposedText?: string;
  /** True when no alert is left that would end it. */
  leftBehind: boolean;
}

interface NowIncidentsProps {
  incidents: NowIncident[];
  slug: string;
  editable: boolean;
}

/** Lists the drafts, each with a link to its text, so that it is read before it is published. */
export function DraftIncidentsPanel({ incidents, slug, editable }: NowIncidentsProps) {
  const { t, say } = useWords();
  return (
    <ListPanel>
      {incidents.map((incident, index) => {
        const here = `/manage/${slug}/incidents/${incident.id}`;
        const label = t("incident.review_named", { title: incident.title });
        const review = (
          <ButtonLink to={here} look={index === 0 ? "primary" : "quiet"} label={label}>
            {t("incident.review")}
          </ButtonLink>
        );
        return (
          <ListRow key={incident.id} actions={editable ? review : null}>
            <RowLink to={here}>
              <bdi>{incident.title}</bdi>
            </RowLink>
            <ListRowDetail>
              {incident.proposedText ? <bdi>{incident.proposedText}</bdi> : null}
              {incident.isUntold ? <Tag tone="alarm">{t("incident.untold")}</Tag> : null}
              {["", incident.title].includes(incident.alertTitle) ? null : <bdi>{incident.alertTitle}</bdi>}
              <IncidentLeadText lead={incident.lead} />
              <span>{say("incident.started", { ago: <AgoText at={incident.startedAt} /> })}</span>
              {incident.recoveredAt === null ? null : <span>{t("incident.recovered")}</span>}
              <LeftBehindNote isLeft={incident.leftBehind} />
            </ListRowDetail>
          </ListRow>
        );
      })}
    </ListPanel>
  );
}

function ResolveButton({ incident, here }: { incident: NowIncident; here: string }) {
  const { t } = useWords();
  const label = t("incident.resolve_named", { title: incident.title });
  return (
    <ButtonForm
      name="update"
      action={here}
      version={incident.version}
      hidden={{ status: "resolved", body: "", notify: "on" }}
      label={label}
    >
      <Button name="intent" value="resolve" label={label}>
        {t("incident.resolve")}
      </Button>
    </ButtonForm>
  );
}

function OpenFacts({ incident }: { incident: NowIncident }) {
  const { now } = useViewer();
  const { t, say, language } = useWords();
  const { lastUpdateAt, startedAt, overdueSince, recoveredAt } = incident;
  return (
    <ListRowDetail>
      <IncidentLeadText lead={incident.lead} />
      <span>{say("incident.last_update", { ago: <AgoText at={lastUpdateAt ?? startedAt} /> })}</span>
      {overdueSince ? (
        <span className="font-medium text-major">
          {t("incident.overdue", { length: shortDurationText(now - overdueSince, language) })}
        </span>
      ) : null}
      {recoveredAt === null ? null : <span className="font-medium text-operational">{t("incident.recovered")}</span>}
      <LeftBehindNote isLeft={incident.leftBehind} />
    </ListRowDetail>
  );
}

/** Lists open incidents, how old their last update is, and whether their alerts have recovered. */
export function OpenIncidentsPanel({ incidents, slug, editable }: NowIncidentsProps) {
  const statusesOf = useIncidentStatusNames();
  return (
    <ListPanel>
      {incidents.map((incident) => {
        const here = `/manage/${slug}/incidents/${incident.id}`;
        const recovered = incident.recoveredAt !== null || incident.leftBehind;
        return (
          <ListRow
            key={incident.id}
            actions={recovered && editable ? <ResolveButton incident={incident} here={here} /> : null}
          >
            <p className="flex flex-wrap items-center gap-2">
              <Tag tone={isAnnouncementSummary(incident) ? "neutral" : "alarm"}>
                {statusesOf(incident)[incident.status] ?? incident.status}
              </Tag>
              <RowLink to={here}>
                <bdi>{incident.title}</bdi>
              </RowLink>
            </p>
            <OpenFacts incident={incident} />
          </ListRow>
        );
      })}
    </ListPanel>
  );
}

export interface NowMaintenance {
  id: string;
  title: string;
  status: string;
  startsAt: number;
  endsAt: number;
}

interface NowMaintenancesProps {
  maintenances: NowMaintenance[];
  /** Number of those scheduled after the next week. */
  later: number;
  slug: string;
}

function MaintenanceFacts({ maintenance: { status, startsAt, endsAt } }: { maintenance: NowMaintenance }) {
  const { now } = useViewer();
  const { t, language } = useWords();
  const parts = usePartWords();
  return (
    <ListRowDetail>
      <span className={status === "scheduled" ? "" : "font-medium text-maintenance"}>
        {isPartWordKey("maintenance_status", status) ? parts.t(`maintenance_status.${status}`) : status}
      </span>
      <RangeText from={startsAt} to={endsAt} />
      {startsAt > now ? (
        <span>{t("maintenance.starts", { length: shortDurationText(startsAt - now, language) })}</span>
      ) : null}
      {endsAt < now ? <span className="font-medium">{t("maintenance.overdue")}</span> : null}
    </ListRowDetail>
  );
}

/** Lists maintenance in progress and within the week. */
export function UpcomingMaintenancePanel({ maintenances, later, slug }: NowMaintenancesProps) {
  const { t, say } = useWords();
  const all = (
    <Link to={`/manage/${slug}/maintenances`} className={inlineLinkTargetClass}>
      {t("maintenance.all")}
    </Link>
  );
  return (
    <>
      {maintenances.length === 0 ? null : (
        <ListPanel>
          {maintenances.map((maintenance) => (
            <ListRow key={maintenance.id}>
              <RowLink to={`/manage/${slug}/maintenances/${maintenance.id}`}>
                <bdi>{maintenance.title}</bdi>
              </RowLink>
              <MaintenanceFacts maintenance={maintenance} />
            </ListRow>
          ))}
        </ListPanel>
      )}
      {later > 0 ? (
        <p className="text-soft">
          {say(maintenances.length === 0 ? "maintenance.only_later" : "maintenance.later", { count: later, all })}
        </p>
      ) : null}
    </>
  );
}

const mutedPath = (slug: string, { kind, id }: MutedThing): string =>
  kind === "component" ? `/manage/${slug}/components/${id}` : alertOriginPath(slug, kind, id);

/** Lists what is muted; each mute is ended on its own page. */
export function MutedThingsPanel({ muted, slug }: { muted: MutedThing[]; slug: string }) {
  const { say } = useWords();
  return (
    <ListPanel>
      {muted.map((each) => (
        <ListRow key={each.id}>
          <RowLink to={mutedPath(slug, each)}>
            <bdi>{each.name}</bdi>
          </RowLink>
          <ListRowDetail>
            <span>{say(`muted.${each.kind}`, { until: <TimeText at={each.until} /> })}</span>
          </ListRowDetail>
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Maximum number of affected components on Now, the worst ones; the list of components has all of them. */
const maxComponentsOnNow = 10;

/** Lists the affected components; the worst ones come first. */
export function NowAffectedComponentsSection({ components, slug }: ComponentProps<typeof ComponentsPanel>) {
  const { t, number } = useWords();
  if (components.length === 0) return null;
  return (
    <Section title={t("page.components")}>
      <ComponentsPanel components={components.slice(0, maxComponentsOnNow)} slug={slug} />
      {components.length > maxComponentsOnNow ? (
        <Link
          to={`/manage/${slug}/components?status=${affectedStatusFilter}`}
          className={`${inlineLinkTargetClass} justify-self-start`}
        >
          {t("page.all_components", { number: number(components.length) })}
        </Link>
      ) : null}
    </Section>
  );
}
