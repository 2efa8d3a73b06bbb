import { KindIcon } from "~/ui/parts/kind-icon";
import { smallTextColumn, type TableColumn } from "~/ui/table/list-table";
import type { MonitorSummaryView as ViewedMonitor } from "../monitor-view";
import { ResponseTimeSparkline, type SparklineDrawing, sparklineDrawingOf } from "./monitor-sparkline";
import { MonitorStateBadge } from "./monitor-state";
import { type MonitorWords, monitorUptimeText, type ShownMonitorState } from "./monitor-words";
import { NearTimeText } from "./near-time";
import { type UptimeShares, uptimeSpans } from "./uptime-figures";
import { ObserverNameCell, ObserverStateCell, type ObserverTableRow, StackedCell } from "./watched-list";
import { useWords } from "./words/words";

export interface ListedMonitor extends ObserverTableRow {
  kind: string;
  kindTitle: string;
  target: string;
  state: ShownMonitorState;
  since: number;
  lastCheckAt: number | null;
  nextCheckAt: number | null;
  uptime: UptimeShares;
  drawing: SparklineDrawing;
}

/** Returns what the list shows of a monitor; the rest of it would be half of the page. */
export function listedMonitorOf(row: ViewedMonitor): ListedMonitor {
  const { id, name, kind, kindTitle, target, tags, mutedUntil, waitingFor, state, since } = row;
  const { lastCheckAt, nextCheckAt, uptime, ring, ringEndsAt } = row;
  const named = { id, name, kind, kindTitle, target, tags, mutedUntil, waitingFor };
  const drawing = sparklineDrawingOf(ring, ringEndsAt);
  return {
    ...named,
    state,
    since,
    lastCheckAt: lastCheckAt ?? drawing.newest?.at ?? null,
    nextCheckAt,
    uptime,
    drawing,
  };
}

function NameCell({ monitor, slug }: { monitor: ListedMonitor; slug: string }) {
  const { kind, kindTitle, target } = monitor;
  const detail = (
    <span className="flex max-w-full min-w-0 items-center gap-x-2">
      <span title={kindTitle} className="inline-flex flex-none">
        <KindIcon family="monitors" kind={kind} />
        <span className="sr-only">{kindTitle}</span>
      </span>
      <bdi title={target} className="min-w-0 wrap-anywhere sm:truncate">
        {target}
      </bdi>
    </span>
  );
  return <ObserverNameCell family="monitor" row={monitor} slug={slug} detail={detail} />;
}

/** The last check, and below it the next one. */
function ChecksCell({ monitor }: { monitor: ListedMonitor }) {
  const { t, say } = useWords();
  const { lastCheckAt, nextCheckAt, uptime } = monitor;
  const never = uptime.quarter === null ? t("list.no_result_yet") : null;
  const when = nextCheckAt === null ? null : <NearTimeText at={nextCheckAt} as="ahead" />;
  return (
    <StackedCell detail={when && <span className="max-md:hidden">{say("list.next", { when })}</span>}>
      {lastCheckAt === null ? never : <NearTimeText at={lastCheckAt} as="ago" />}
    </StackedCell>
  );
}

/** Columns of uptime, one for each time span; a span of a day is not sorted by, as it would read every minute. */
const uptimeColumns = (words: MonitorWords): TableColumn<ListedMonitor>[] =>
  uptimeSpans.map((span) => ({
    key: span,
    head: words.t(span === "day" ? "uptime.head_day" : `uptime.short_${span}`),
    fullHead: words.t(`uptime.full_${span}`),
    ...(span === "day" ? {} : { sorts: "ascending" as const }),
    phone: "brief",
    numeric: true,
    cell: ({ uptime }) => <span className="whitespace-nowrap">{monitorUptimeText(words, uptime[span])}</span>,
  }));

export const monitorTableColumns = (words: MonitorWords, slug: string): TableColumn<ListedMonitor>[] => [
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
      <ObserverStateCell since={since}>
        <MonitorStateBadge state={state} />
      </ObserverStateCell>
    ),
  },
  {
    key: "checked",
    head: words.t("column.checked"),
    sorts: "descending",
    phone: "labelled",
    cell: (monitor) => <ChecksCell monitor={monitor} />,
  },
  {
    key: "response",
    head: words.t("column.response"),
    sorts: "descending",
    cell: (monitor) => <ResponseTimeSparkline drawing={monitor.drawing} />,
  },
  ...uptimeColumns(words).map(smallTextColumn),
];
