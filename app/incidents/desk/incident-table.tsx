import type { Impact, Status } from "~/status/status";
import { useFieldText } from "~/ui/parts/field-text";
import { RowLink } from "~/ui/parts/list";
import { StatusIcon, Tag } from "~/ui/parts/status-mark";
import { AgoText, DatedTimeText, shortDurationText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import { useWordTable } from "~/ui/parts/words";
import { FirstNamesText, maxNamesKnown } from "~/ui/table/first-names";
import { smallTextColumn, type TableColumn } from "~/ui/table/list-table";
import type { IncidentTableRow } from "../list";
import { incidentFields, incidentStatusField } from "../rules/fields";
import { OpenedByAlertText } from "./opened-by-alert";
import { useWords } from "./words/words";

/** An incident of the list, with the first of its components and the number of all. */
export interface IncidentItem extends Omit<IncidentTableRow, "components"> {
  components: string[];
  componentCount: number;
}

export const incidentItemOf = ({ components, ...row }: IncidentTableRow): IncidentItem => ({
  ...row,
  components: components.slice(0, maxNamesKnown),
  componentCount: components.length,
});

interface IncidentCellProps {
  incident: IncidentItem;
}

/** Shows the tags that neither the state nor the impact says. */
function IncidentTags({ incident }: IncidentCellProps) {
  const { t } = useWords();
  const { announced, visibility, status, origin, alertTitle, title, postmortem } = incident;
  const announcement = useWordTable("announcement_status").investigating ?? "";
  const saysSo = visibility === "published" && status === "investigating";
  return (
    <>
      {announced && !saysSo ? <Tag>{announcement}</Tag> : null}
      {postmortem === "none" ? null : <Tag>{t(`list.postmortem_${postmortem}`)}</Tag>}
      {origin !== "person" && ["", title].includes(alertTitle) ? <Tag>{t("table.by_alert")}</Tag> : null}
    </>
  );
}

function IncidentName({ incident, slug }: IncidentCellProps & { slug: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-56">
      <RowLink to={`/manage/${slug}/incidents/${incident.id}`}>
        <bdi>{incident.title}</bdi>
      </RowLink>
      <IncidentTags incident={incident} />
      <span className="text-sm text-soft empty:hidden">
        <OpenedByAlertText incident={incident} />
      </span>
      {incident.snippet ? <bdi className="basis-full text-sm wrap-anywhere text-soft">{incident.snippet}</bdi> : null}
    </span>
  );
}

function toneOf({ visibility, closed, announced }: IncidentItem) {
  if (visibility === "draft") return "waiting" as const;
  return visibility === "published" && !closed && !announced ? ("alarm" as const) : ("neutral" as const);
}

function IncidentState({ incident }: IncidentCellProps) {
  const { status, visibility, announced } = incident;
  const statuses = useWordTable(announced ? "announcement_status" : "incident_status");
  const visibilities = useWordTable("visibility");
  const word = visibility === "published" ? statuses[status] : visibilities[visibility];
  return <Tag tone={toneOf(incident)}>{word ?? status}</Tag>;
}

/** Shape of each impact: that of the status that has it. */
const impactShapes: Record<Impact, Status | null> = {
  critical: "major_outage",
  major: "partial_outage",
  minor: "degraded_performance",
  none: null,
};

function ImpactMark({ impact }: { impact: Impact }) {
  const { t } = useWords();
  const words = useFieldText(incidentFields.impactOverride).choices;
  const shape = impactShapes[impact];
  if (!shape) return <span className="text-soft">{t("table.no_impact")}</span>;
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <StatusIcon status={shape} />
      {words[impact]}
    </span>
  );
}

/**
 * Shows how long it has been open or lasted, which the head shows on wide screens; nothing for an incident that was
 * dismissed or withdrawn while it was open.
 */
function IncidentDuration({ incident: { startedAt, resolvedAt, closed } }: IncidentCellProps) {
  const { now } = useViewer();
  const { t, language } = useWords();
  if (resolvedAt === null && closed) return null;
  const length = shortDurationText((resolvedAt ?? now) - startedAt, language);
  if (resolvedAt === null) return <span className="whitespace-nowrap">{t("table.running", { length })}</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="md:hidden">{t("table.lasted", { length })}</span>
      <span className="max-md:hidden">{length}</span>
    </span>
  );
}

/** A dash for nobody, which most incidents of a list have. */
function IncidentLeadName({ incident: { lead } }: IncidentCellProps) {
  const { t } = useWords();
  if (lead !== null) return <bdi>{lead}</bdi>;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("lead.none")}</span>
    </>
  );
}

/** Returns the columns of the list of incidents; that of leads only where one of them `hasLead`. */
export function useIncidentColumns(slug: string, hasLead: boolean): TableColumn<IncidentItem>[] {
  const { t } = useWords();
  const fields = { ...incidentFields, status: incidentStatusField };
  const heads = {
    title: useFieldText(fields.title).label,
    status: useFieldText(fields.status).label,
    impact: useFieldText(fields.impactOverride).label,
    components: useFieldText(fields.components).label,
  };
  const lead: TableColumn<IncidentItem> = {
    key: "lead",
    head: t("table.lead"),
    phone: "labelled",
    cell: (row) => <IncidentLeadName incident={row} />,
  };
  const columns: TableColumn<IncidentItem>[] = [
    { key: "state", head: heads.status, cell: (row) => <IncidentState incident={row} /> },
    { key: "impact", head: heads.impact, sorts: "descending", cell: ({ impact }) => <ImpactMark impact={impact} /> },
    {
      key: "components",
      head: heads.components,
      cell: (row) => <FirstNamesText names={row.components} count={row.componentCount} />,
    },
    ...(hasLead ? [lead] : []),
    {
      key: "started",
      head: t("table.started"),
      sorts: "descending",
      phone: "labelled",
      cell: ({ startedAt }) => <DatedTimeText at={startedAt} />,
    },
    {
      key: "duration",
      head: t("table.duration"),
      sorts: "descending",
      cell: (row) => <IncidentDuration incident={row} />,
    },
    {
      key: "updated",
      head: t("table.updated"),
      sorts: "descending",
      phone: "labelled",
      cell: ({ updatedAt }) => <AgoText at={updatedAt} />,
    },
  ];
  return [
    { key: "title", head: heads.title, cell: (row) => <IncidentName incident={row} slug={slug} /> },
    ...columns.map(smallTextColumn),
  ];
}
