import { Link } from "~/ui/parts/link";
import { EmptyState } from "~/ui/parts/list";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { TimeText } from "~/ui/parts/time-text";
import type { ListedPing } from "../pings";
import { type HeartbeatWords, runDurationText } from "./heartbeat-words";
import { useWords } from "./words/words";

function resultText({ t }: HeartbeatWords, { kind, exit, hasBody }: ListedPing): string {
  const type = t(`kind.${kind}`);
  if (exit === null) return hasBody ? t("pings.with_body", { type }) : type;
  return t(hasBody ? "pings.exit_status_with_body" : "pings.exit_status", { type, status: exit });
}

const columns = ["when", "type", "duration", "from"] as const;

interface PingRowProps {
  ping: ListedPing;
  /** Address of the heartbeat. */
  here: string;
}

/** The result of a ping, after the start of its run. */
function ResultText({ ping, here }: PingRowProps) {
  const words = useWords();
  const result = resultText(words, ping);
  if (ping.startNumber === null) return result;
  const start = (
    <Link to={`${here}/pings/${ping.startNumber}`} className="-my-2.5 inline-flex min-h-hit items-center">
      {words.t("kind.start")}
    </Link>
  );
  return words.say("pings.run", { start, result });
}

function PingRow({ ping, here }: PingRowProps) {
  const words = useWords();
  return (
    <tr>
      <td className={tableCellClass}>
        <Link to={`${here}/pings/${ping.number}`} className="-my-2.5 inline-flex min-h-hit items-center">
          <TimeText at={ping.at} exact />
        </Link>
      </td>
      <td className={tableCellClass}>
        <ResultText ping={ping} here={here} />
      </td>
      <td className={`${tableCellClass} whitespace-nowrap tabular-nums max-sm:hidden`}>
        {ping.duration === null ? "" : runDurationText(words, ping.duration)}
      </td>
      <td className={`${tableCellClass} whitespace-nowrap max-sm:hidden`}>{ping.from}</td>
    </tr>
  );
}

/** Pings, newest first, with the columns that distinguish them. Each ping's page has the rest. */
export function PingTable({ pings, here }: { pings: readonly ListedPing[]; here: string }) {
  const { t } = useWords();
  if (pings.length === 0) return <EmptyState title={t("pings.none")} about={t("pings.none_about")} />;
  return (
    <DataTable
      label={t("pings.section")}
      heads={columns.map((column) => t(`pings.${column}`))}
      wide={[t("pings.duration"), t("pings.from")]}
    >
      {pings.map((ping) => (
        <PingRow key={ping.number} ping={ping} here={here} />
      ))}
    </DataTable>
  );
}
