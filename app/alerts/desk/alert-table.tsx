import { hourMs } from "~/time/durations";
import { useHasRole } from "~/ui/frame/may";
import { Link } from "~/ui/parts/link";
import { RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { ClockText, DatedTimeText, shortDurationText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import { BulkTableForm } from "~/ui/table/bulk-form";
import { FirstNamesText } from "~/ui/table/first-names";
import { ListTable, type RowSelection, smallTextColumn, type TableColumn } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { PageAlert } from "../list-page-alerts";
import { AlertSeverityText } from "../shown/desk/alert-marks";
import { alertCausePath, alertOriginPath, alertPath, inlineLinkTargetClass } from "../shown/desk/alert-origin";
import type { AlertWithLocalisedTitle } from "../shown/desk/alert-titles";
import { AlertTableActionBar } from "./alert-table-actions";
import { alertCheckboxName, bulkAlertFormName, useTickedAlerts } from "./alert-tick";
import { useWords } from "./words/words";

/** An alert with the title that this page shows. */
export type AlertTableRow = AlertWithLocalisedTitle<PageAlert>;

interface AlertCellProps {
  alert: AlertTableRow;
}

/** Labels that repeat the title and the severity. */
const saidElsewhere = ["alertname", "severity"];
const maxLabels = 2;

const smallTagClass = "rounded bg-sunken px-1.5 text-xs whitespace-nowrap text-soft max-w-48 truncate";

/** The first labels of an alert, and how many more there are; the alert's page lists all of them. */
function LabelTags({ alert }: AlertCellProps) {
  const { t } = useWords();
  const names = Object.keys(alert.labels)
    .filter((name) => !saidElsewhere.includes(name))
    .sort();
  const count = names.length - maxLabels;
  if (names.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-1">
      {names.slice(0, maxLabels).map((name) => (
        <li key={name} className={smallTagClass}>
          <bdi>{[name, alert.labels[name]].join("=")}</bdi>
        </li>
      ))}
      {count > 0 ? <li className={smallTagClass}>{t("list.more", { count })}</li> : null}
    </ul>
  );
}

function NameCell({ alert, slug }: AlertCellProps & { slug: string }) {
  const { t, say } = useWords();
  const { because, assigned, state } = alert;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-48">
      <RowLink to={alertPath(slug, alert.id)}>{alert.isOurs ? alert.title : <bdi>{alert.title}</bdi>}</RowLink>
      {state === "firing" && assigned.unassigned ? <Tag tone="waiting">{t("unassigned.tag")}</Tag> : null}
      {because ? (
        <span className="text-sm">
          {say("fact.because", {
            name: (
              <Link to={alertCausePath(slug, because)}>
                <bdi>{because.name}</bdi>
              </Link>
            ),
          })}
        </span>
      ) : null}
      <LabelTags alert={alert} />
    </div>
  );
}

/** The state with what people said about it: a firing alert is acknowledged, muted or dismissed. */
function StateCell({ alert }: AlertCellProps) {
  const { t } = useWords();
  if (alert.dismissedAt !== null) return <Tag>{t("state.dismissed")}</Tag>;
  if (alert.state !== "firing") return <Tag tone="good">{t("state.recovered")}</Tag>;
  const isMuted = alert.assigned.told.state === "muted";
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Tag tone="alarm">{t(alert.flappingSince === null ? "state.firing" : "state.flapping")}</Tag>
      {alert.acknowledgedAt === null ? null : (
        <span title={alert.acknowledgedByName ?? undefined}>
          <Tag>{t("state.acknowledged")}</Tag>
        </span>
      )}
      {isMuted ? <Tag tone="waiting">{t("state.muted")}</Tag> : null}
    </span>
  );
}

/** Its source; of a monitor or heartbeat, which the title of our own alert names, only the kind. */
function SourceCell({ alert: { family, sourceId, sourceName, isOurs }, slug }: AlertCellProps & { slug: string }) {
  const { t } = useWords();
  if (family === null || sourceName === null) return <span className="text-soft">{t("list.source_deleted")}</span>;
  const isSaid = isOurs && family !== "source";
  return (
    <Link
      to={alertOriginPath(slug, family, sourceId)}
      title={isSaid ? sourceName : undefined}
      className={`${inlineLinkTargetClass} sm:max-w-36 ${isSaid ? "" : "sm:min-w-36"}`}
    >
      {isSaid ? t(`list.${family}`) : <bdi>{sourceName}</bdi>}
    </Link>
  );
}

/** Its start, and below it how long it has fired or fired. */
function StartedCell({ alert: { startedAt, endedAt, state } }: AlertCellProps) {
  const { t, language } = useWords();
  const { now } = useViewer();
  const until = state === "firing" ? now : (endedAt ?? now);
  return (
    <span className="sm:grid">
      {now - startedAt > 12 * hourMs ? <DatedTimeText at={startedAt} /> : <ClockText at={startedAt} />}
      <span className="whitespace-nowrap text-soft max-sm:ms-3">
        <span className="sm:sr-only">{t("list.duration")} </span>
        <span className="max-sm:text-ink">{shortDurationText(until - startedAt, language)}</span>
      </span>
    </span>
  );
}

/** Columns of the list of alerts; `sorts` of them are named in `rules/alert-order`. */
export function useAlertColumns(slug: string): TableColumn<AlertTableRow>[] {
  const { t, number } = useWords();
  const columns: TableColumn<AlertTableRow>[] = [
    { key: "state", head: t("list.state"), sorts: "ascending", cell: (alert) => <StateCell alert={alert} /> },
    {
      key: "severity",
      head: t("list.severity"),
      sorts: "ascending",
      cell: ({ severity }) => <AlertSeverityText severity={severity} />,
    },
    { key: "source", head: t("list.source"), cell: (alert) => <SourceCell alert={alert} slug={slug} /> },
    {
      key: "components",
      head: t("list.components"),
      cell: ({ components }) => <FirstNamesText names={components} count={components.length} />,
    },
    {
      key: "started",
      head: t("list.started"),
      sorts: "descending",
      phone: "labelled",
      cell: (alert) => <StartedCell alert={alert} />,
    },
    {
      key: "reports",
      head: t("list.reports"),
      numeric: true,
      phone: "labelled",
      cell: ({ count }) => number(count),
    },
  ];
  return [
    { key: "alert", head: t("list.alert"), cell: (alert) => <NameCell alert={alert} slug={slug} /> },
    ...columns.map(smallTextColumn),
  ];
}

interface AlertTableProps {
  alerts: readonly AlertTableRow[];
  columns: TableColumn<AlertTableRow>[];
  view: TableView;
  /** True when the URL ticks every box. */
  isAllTicked: boolean;
  /** Place of the rows after these; null = none. */
  following: string | null;
}

/** Returns the boxes of the alerts; `isAllTicked` = the URL ticks every one. */
function useAlertSelection(isAllTicked: boolean): RowSelection<AlertTableRow> {
  const isKept = useTickedAlerts();
  const isTicked = ({ id }: AlertTableRow) => isAllTicked || isKept(id);
  return { boxName: ({ id }) => alertCheckboxName(id), rowName: ({ title }) => title, isTicked };
}

/** The list; those who may act tick alerts in it. */
export function AlertTable({ alerts, columns, view, isAllTicked, following }: AlertTableProps) {
  const { t } = useWords();
  const selection = useAlertSelection(isAllTicked);
  const table = { label: t("list.title"), columns, rows: alerts, view };
  if (!useHasRole("responder")) return <ListTable {...table} />;
  const form = { name: bulkAlertFormName, label: t("several.form"), rows: alerts.length, following };
  return (
    <BulkTableForm {...form} actions={<AlertTableActionBar />}>
      <ListTable {...table} selection={selection} />
    </BulkTableForm>
  );
}
