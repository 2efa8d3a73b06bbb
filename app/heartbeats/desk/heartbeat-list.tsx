import { NearTimeText } from "~/monitors/desk/near-time";
import { ObserverNameCell, ObserverStateCell, type ObserverTableRow, StackedCell } from "~/monitors/desk/watched-list";
import { ClockText } from "~/ui/parts/time-text";
import type { TableColumn } from "~/ui/table/list-table";
import type { HeartbeatSchedule } from "../rules/heartbeat";
import { HeartbeatStateBadge } from "./heartbeat-state";
import {
  type HeartbeatWords,
  heartbeatScheduleText,
  runDurationText,
  type ShownHeartbeatState,
} from "./heartbeat-words";
import { useWords } from "./words/words";

export interface HeartbeatTableRow extends ObserverTableRow {
  slug: string;
  schedule: HeartbeatSchedule;
  state: ShownHeartbeatState;
  running: boolean;
  shownSince: number;
  lastPingAt: number | null;
  lastDuration: number | null;
  nextExpectedAt: number | null;
  deadlineAt: number | null;
}

function NameCell({ heartbeat, slug }: { heartbeat: HeartbeatTableRow; slug: string }) {
  const detail = heartbeat.slug ? (
    <span className="max-w-full min-w-0 wrap-anywhere sm:truncate">{heartbeat.slug}</span>
  ) : null;
  return <ObserverNameCell family="heartbeat" row={heartbeat} slug={slug} detail={detail} tagsBelow />;
}

/** The last ping, and below it how long its run took. */
function LastPingCell({ heartbeat: { lastPingAt, lastDuration } }: { heartbeat: HeartbeatTableRow }) {
  const words = useWords();
  if (lastPingAt === null) return words.t("list.no_ping_yet");
  const ran = lastDuration === null ? null : words.t("list.ran", { duration: runDurationText(words, lastDuration) });
  return (
    <StackedCell detail={ran}>
      <NearTimeText at={lastPingAt} as="ago" />
    </StackedCell>
  );
}

/** The deadline, and below it when the ping is expected. */
function DeadlineCell({ heartbeat: { deadlineAt, nextExpectedAt } }: { heartbeat: HeartbeatTableRow }) {
  const { t, say } = useWords();
  const at = nextExpectedAt === null ? null : <ClockText at={nextExpectedAt} />;
  return (
    <StackedCell detail={at && say("list.expected", { at })}>
      {deadlineAt === null ? t("fact.not_expected") : <ClockText at={deadlineAt} />}
    </StackedCell>
  );
}

export const heartbeatTableColumns = (words: HeartbeatWords, slug: string): TableColumn<HeartbeatTableRow>[] => [
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
    cell: ({ state, running, shownSince }) => (
      <ObserverStateCell since={shownSince}>
        <HeartbeatStateBadge state={state} running={running} />
      </ObserverStateCell>
    ),
  },
  {
    key: "schedule",
    head: words.t("column.schedule"),
    cell: ({ schedule }) => <span className="sm:text-sm">{heartbeatScheduleText(words, schedule)}</span>,
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
