import { type AlertCause, alertOriginPath } from "~/alerts/shown/desk/alert-origin";
import { WaitingForCauseTag } from "~/alerts/shown/desk/waiting-tag";
import type { MonitorMinute } from "~/text/ring";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import { RowLink } from "~/ui/parts/list";
import { type ListColumn, ListTable, type RowSelection } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { MonitorRow as ViewedMonitor } from "../monitor-view";
import { datedMinutes } from "./monitor-parts";
import { ResponseTimeSparkline } from "./monitor-sparkline";
import { MonitorStateBadge } from "./monitor-state";
import { MutedTag, TagList } from "./monitor-tags";
import { type MonitorWords, uptimeText } from "./monitor-words";
import { NearTime } from "./near-time";
import { type UptimeShares, uptimeSpans } from "./uptime-figures";
import { useWords } from "./words/words";

type ListedFields =
  | ("id" | "name" | "kind" | "kindTitle" | "target" | "tags" | "state")
  | ("since" | "mutedUntil" | "lastCheckAt" | "nextCheckAt");

export interface ListedMonitor extends Pick<ViewedMonitor, ListedFields> {
  ringEndsAt: number;
  ring: MonitorMinute[];
  uptime: UptimeShares;
  waitingFor: AlertCause | null;
}

/** Returns the newest result of the hour, which remains during a pause; null when there is none. */
const newestOf = ({ ring, ringEndsAt }: ListedMonitor) =>
  datedMinutes(ring, ringEndsAt).find(({ state }) => state !== "no_data") ?? null;

function NameCell({ monitor, slug }: { monitor: ListedMonitor; slug: string }) {
  const { mutedUntil } = monitor;
  return (
    <div className="grid min-w-0 gap-0.5 sm:min-w-56">
      <RowLink to={alertOriginPath(slug, "monitor", monitor.id)}>{monitor.name}</RowLink>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        <FamilyKindLabel family="monitors" kind={monitor.kind} title={monitor.kindTitle} />
        <bdi className="min-w-0 wrap-anywhere">{monitor.target}</bdi>
        <TagList tags={monitor.tags} />
        {mutedUntil === null ? null : <MutedTag until={mutedUntil} />}
        <WaitingForCauseTag cause={monitor.waitingFor} slug={slug} />
      </div>
    </div>
  );
}

const StateCell = ({ state, since }: Pick<ListedMonitor, "state" | "since">) => (
  <div className="flex flex-wrap items-center gap-x-2 sm:grid">
    <MonitorStateBadge state={state} />
    <span className="text-sm text-soft">
      <NearTime at={since} as="for" />
    </span>
  </div>
);

/** The last check, and below it the next one. */
function ChecksCell({ monitor }: { monitor: ListedMonitor }) {
  const { t, say } = useWords();
  const { nextCheckAt, uptime } = monitor;
  const lastCheckAt = monitor.lastCheckAt ?? newestOf(monitor)?.at ?? null;
  const never = uptime.quarter === null ? t("list.no_result_yet") : null;
  return (
    <span className="inline-flex flex-wrap gap-x-2 whitespace-nowrap sm:grid">
      {lastCheckAt === null ? never : <NearTime at={lastCheckAt} as="ago" />}
      {nextCheckAt === null ? null : (
        <span className="text-sm text-soft">
          {say("list.next", { when: <NearTime at={nextCheckAt} as="ahead" /> })}
        </span>
      )}
    </span>
  );
}

/** Columns of uptime, one for each time span; a span of a day is not sorted by, as it would read every minute. */
const uptimeColumns = (words: MonitorWords): ListColumn<ListedMonitor>[] =>
  uptimeSpans.map((span) => ({
    key: span,
    head: words.t(span === "day" ? "uptime.head_day" : `uptime.short_${span}`),
    fullHead: words.t(`uptime.full_${span}`),
    ...(span === "day" ? {} : { sorts: "ascending" as const }),
    phone: "labelled",
    numeric: true,
    cell: ({ uptime }) => <span className="whitespace-nowrap">{uptimeText(words, uptime[span])}</span>,
  }));

export const monitorColumns = (words: MonitorWords, slug: string): ListColumn<ListedMonitor>[] => [
  {
    key: "name",
    head: words.t("column.name"),
    sorts: "ascending",
    cell: (monitor) => <NameCell monitor={monitor} slug={slug} />,
  },
  {
    key: "state",
    head: words.t("column.state"),
    sorts: "ascending",
    cell: (monitor) => <StateCell {...monitor} />,
  },
  {
    key: "response",
    head: words.t("column.response"),
    sorts: "descending",
    cell: (monitor) => <ResponseTimeSparkline ring={monitor.ring} newest={newestOf(monitor)} />,
  },
  ...uptimeColumns(words),
  {
    key: "checked",
    head: words.t("column.checked"),
    sorts: "descending",
    phone: "labelled",
    cell: (monitor) => <ChecksCell monitor={monitor} />,
  },
];

interface MonitorListProps {
  monitors: ListedMonitor[];
  slug: string;
  view: TableView;
  /** Absent = rows have no boxes. */
  selection?: RowSelection<ListedMonitor> | undefined;
}

export function MonitorList({ monitors, slug, view, selection }: MonitorListProps) {
  const words = useWords();
  const columns = monitorColumns(words, slug);
  return <ListTable label={words.t("page.list")} columns={columns} rows={monitors} view={view} selection={selection} />;
}
