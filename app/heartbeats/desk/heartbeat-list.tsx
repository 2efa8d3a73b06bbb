import { type AlertCause, alertOriginPath } from "~/alerts/shown/desk/alert-origin";
import { WaitingForCauseTag } from "~/alerts/shown/desk/waiting-tag";
import { MutedTag, TagList } from "~/monitors/desk/monitor-tags";
import { NearTime } from "~/monitors/desk/near-time";
import { RowLink } from "~/ui/parts/list";
import { ClockText } from "~/ui/parts/time-text";
import { type ListColumn, ListTable, type RowSelection } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { HeartbeatSchedule } from "../rules/heartbeat";
import { HeartbeatStateBadge } from "./heartbeat-state";
import { type HeartbeatWords, runDurationText, type ShownHeartbeatState, scheduleText } from "./heartbeat-words";
import { useWords } from "./words/words";

export interface ListedHeartbeat {
  id: string;
  name: string;
  slug: string;
  tags: string[];
  schedule: HeartbeatSchedule;
  state: ShownHeartbeatState;
  running: boolean;
  shownSince: number;
  lastPingAt: number | null;
  lastDuration: number | null;
  nextExpectedAt: number | null;
  deadlineAt: number | null;
  mutedUntil: number | null;
  waitingFor: AlertCause | null;
}

function NameCell({ heartbeat, slug }: { heartbeat: ListedHeartbeat; slug: string }) {
  const { mutedUntil } = heartbeat;
  return (
    <div className="grid min-w-0 gap-0.5 sm:min-w-48">
      <RowLink to={alertOriginPath(slug, "heartbeat", heartbeat.id)}>{heartbeat.name}</RowLink>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft empty:hidden">
        {heartbeat.slug ? <span className="min-w-0 wrap-anywhere">{heartbeat.slug}</span> : null}
        <TagList tags={heartbeat.tags} />
        {mutedUntil === null ? null : <MutedTag until={mutedUntil} />}
        <WaitingForCauseTag cause={heartbeat.waitingFor} slug={slug} />
      </div>
    </div>
  );
}

const StateCell = ({ heartbeat: { state, running, shownSince } }: { heartbeat: ListedHeartbeat }) => (
  <div className="flex flex-wrap items-center gap-x-2 sm:grid">
    <HeartbeatStateBadge state={state} running={running} />
    <span className="text-sm text-soft">
      <NearTime at={shownSince} as="for" />
    </span>
  </div>
);

const stackClass = "inline-flex flex-wrap gap-x-2 sm:grid";
const detailClass = "text-sm whitespace-nowrap text-soft";

/** The last ping, and below it how long its run took. */
function LastPingCell({ heartbeat: { lastPingAt, lastDuration } }: { heartbeat: ListedHeartbeat }) {
  const words = useWords();
  if (lastPingAt === null) return words.t("list.no_ping_yet");
  return (
    <span className={stackClass}>
      <NearTime at={lastPingAt} as="ago" />
      {lastDuration === null ? null : (
        <span className={detailClass}>{words.t("list.ran", { duration: runDurationText(words, lastDuration) })}</span>
      )}
    </span>
  );
}

/** The deadline, and below it when the ping is expected. */
function DeadlineCell({ heartbeat: { deadlineAt, nextExpectedAt } }: { heartbeat: ListedHeartbeat }) {
  const { t, say } = useWords();
  return (
    <span className={stackClass}>
      {deadlineAt === null ? t("fact.not_expected") : <ClockText at={deadlineAt} />}
      {nextExpectedAt === null ? null : (
        <span className={detailClass}>{say("list.expected", { at: <ClockText at={nextExpectedAt} /> })}</span>
      )}
    </span>
  );
}

export const heartbeatColumns = (words: HeartbeatWords, slug: string): ListColumn<ListedHeartbeat>[] => [
  {
    key: "name",
    head: words.t("column.name"),
    sorts: "ascending",
    cell: (heartbeat) => <NameCell heartbeat={heartbeat} slug={slug} />,
  },
  {
    key: "state",
    head: words.t("column.state"),
    sorts: "ascending",
    cell: (heartbeat) => <StateCell heartbeat={heartbeat} />,
  },
  {
    key: "schedule",
    head: words.t("column.schedule"),
    cell: ({ schedule }) => <span className="sm:text-sm">{scheduleText(words, schedule)}</span>,
  },
  {
    key: "ping",
    head: words.t("column.ping"),
    sorts: "descending",
    phone: "labelled",
    cell: (heartbeat) => <LastPingCell heartbeat={heartbeat} />,
  },
  {
    key: "deadline",
    head: words.t("column.deadline"),
    sorts: "ascending",
    phone: "labelled",
    cell: (heartbeat) => <DeadlineCell heartbeat={heartbeat} />,
  },
];

interface HeartbeatListProps {
  heartbeats: ListedHeartbeat[];
  slug: string;
  view: TableView;
  /** Absent = rows have no boxes. */
  selection?: RowSelection<ListedHeartbeat> | undefined;
}

export function HeartbeatList({ heartbeats, slug, view, selection }: HeartbeatListProps) {
  const words = useWords();
  const columns = heartbeatColumns(words, slug);
  return (
    <ListTable label={words.t("page.list")} columns={columns} rows={heartbeats} view={view} selection={selection} />
  );
}
