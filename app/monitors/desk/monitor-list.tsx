import type { AlertCause } from "~/alerts/shown/desk/alert-origin";
import type { MonitorMinute } from "~/text/ring";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import type { ListColumn } from "~/ui/table/list-table";
import type { MonitorRow as ViewedMonitor } from "../monitor-view";
import { datedMinutes } from "./monitor-parts";
import { ResponseTimeSparkline } from "./monitor-sparkline";
import { MonitorStateBadge } from "./monitor-state";
import { type MonitorWords, uptimeText } from "./monitor-words";
import { NearTime } from "./near-time";
import { type UptimeShares, uptimeSpans } from "./uptime-figures";
import { StackedCell, WatchedNameCell, WatchedStateCell } from "./watched-list";
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
  const { kind, kindTitle, target } = monitor;
  return (
    <WatchedNameCell family="monitor" row={monitor} slug={slug}>
      <FamilyKindLabel family="monitors" kind={kind} title={kindTitle} />
      <bdi className="min-w-0 wrap-anywhere">{target}</bdi>
    </WatchedNameCell>
  );
}

/** The last check, and below it the next one. */
function ChecksCell({ monitor }: { monitor: ListedMonitor }) {
  const { t, say } = useWords();
  const { nextCheckAt, uptime } = monitor;
  const lastCheckAt = monitor.lastCheckAt ?? newestOf(monitor)?.at ?? null;
  const never = uptime.quarter === null ? t("list.no_result_yet") : null;
  const when = nextCheckAt === null ? null : <NearTime at={nextCheckAt} as="ahead" />;
  return (
    <StackedCell detail={when && say("list.next", { when })}>
      {lastCheckAt === null ? never : <NearTime at={lastCheckAt} as="ago" />}
    </StackedCell>
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
    cell: ({ state, since }) => (
      <WatchedStateCell since={since}>
        <MonitorStateBadge state={state} />
      </WatchedStateCell>
    ),
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
