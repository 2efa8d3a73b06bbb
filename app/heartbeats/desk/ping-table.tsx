import { Link } from "~/ui/parts/link";
import { EmptyState } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { ListedPing } from "../pings";
import { type HeartbeatWords, runDurationText } from "./heartbeat-words";
import { useWords } from "./words/words";

type PingRow = ListedPing & { id: string };

const linkClass = "-my-2.5 inline-flex min-h-hit items-center";

interface PingCellProps {
  ping: ListedPing;
  /** Address of the heartbeat. */
  here: string;
}

/** The result of a ping, after the start of its run; below it, small, what it brought. */
function ResultCell({ ping: { kind, startNumber, exit, hasBody }, here }: PingCellProps) {
  const { t, say } = useWords();
  const result = t(`kind.${kind}`);
  const start = (
    <Link to={`${here}/pings/${startNumber}`} className={linkClass}>
      {t("kind.start")}
    </Link>
  );
  return (
    <span className="grid">
      <span>{startNumber === null ? result : say("pings.run", { start, result })}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-soft empty:hidden">
        {exit === null ? null : <span>{t("pings.exit_status", { status: exit })}</span>}
        {hasBody ? <span>{t("pings.with_body")}</span> : null}
      </span>
    </span>
  );
}

const pingColumns = (words: HeartbeatWords, here: string): TableColumn<PingRow>[] => [
  {
    key: "when",
    head: words.t("pings.when"),
    cell: ({ number, at }) => (
      <Link to={`${here}/pings/${number}`} className={linkClass}>
        <TimeText at={at} exact />
      </Link>
    ),
  },
  { key: "type", head: words.t("pings.type"), cell: (ping) => <ResultCell ping={ping} here={here} /> },
  {
    key: "duration",
    head: words.t("pings.duration"),
    cell: ({ duration }) => (
      <span className="whitespace-nowrap tabular-nums">
        {duration === null ? "" : runDurationText(words, duration)}
      </span>
    ),
  },
  { key: "from", head: words.t("pings.from"), cell: ({ from }) => <span className="whitespace-nowrap">{from}</span> },
];

/** No column sorts: they are always the newest first. */
const newestFirst: TableView = { sort: { key: "when", descending: true }, params: {} };

/** Pings, newest first, with the columns that distinguish them. Each ping's page has the rest. */
export function PingTable({ pings, here }: { pings: readonly ListedPing[]; here: string }) {
  const words = useWords();
  const { t } = words;
  if (pings.length === 0) return <EmptyState title={t("pings.none")} about={t("pings.none_about")} />;
  return (
    <ListTable
      label={t("pings.section")}
      columns={pingColumns(words, here)}
      rows={pings.map((ping) => ({ ...ping, id: String(ping.number) }))}
      view={newestFirst}
    />
  );
}
