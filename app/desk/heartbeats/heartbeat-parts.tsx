import { Link } from "@remix-run/react";
import type { ListedPing } from "~/usecases/heartbeats/pings";
import { NewAddress, SureFold } from "../parts/form-part";
import { EmptyState, Fold, Verbatim } from "../parts/list";
import { cell, DataTable } from "../parts/table";
import { TimeText } from "../parts/time-text";
import { durationText, pingKindWords } from "./heartbeat-words";

interface AddressesProps {
  pingUrl: string;
  slugUrl: string | null;
  snippets: { title: string; text: string; paste: string }[];
}

const forms: [string, string][] = [
  ["", "The job succeeded. GET, HEAD or POST."],
  ["/start", "A run started. It must finish within the grace time; its duration is recorded."],
  ["/fail", "It failed: down at once."],
  ["/0 … /255", "A program’s exit status: 0 is success, anything else is a failure."],
  ["/log", "Only logs the request body; the state doesn’t change."],
];

/** What can be put behind the address, and what it means. */
function Forms() {
  return (
    <Fold title="Start, failure, exit status and more">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {forms.map(([suffix, meaning]) => (
          <div key={suffix} className="contents">
            <dt className="font-mono text-sm leading-6">{suffix || "the address itself"}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        <div className="contents">
          <dt className="font-mono text-sm leading-6">?rid=UUID</dt>
          <dd>Identifies a run when runs overlap: use the same ID for its start and end.</dd>
        </div>
      </dl>
      <p className="text-soft">The first 10,000 bytes of a POST body are stored with the ping.</p>
    </Fold>
  );
}

export function Addresses({ pingUrl, slugUrl, snippets }: AddressesProps) {
  return (
    <div className="grid gap-3">
      <Verbatim label="Address by uuid">{pingUrl}</Verbatim>
      {slugUrl ? <Verbatim label="Address by ping key and slug">{slugUrl}</Verbatim> : null}
      <Forms />
      {snippets.map(({ title, text, paste }) => (
        <Fold key={title} title={title}>
          <p className="text-soft">{text}</p>
          <Verbatim label={title}>{paste}</Verbatim>
        </Fold>
      ))}
    </div>
  );
}

const resultWords = ({ kind, exit }: ListedPing) =>
  exit === null ? pingKindWords[kind] : `${pingKindWords[kind]}, exit status ${exit}`;

/** The last hundred, the newest first. */
export function PingTable({ pings, here }: { pings: ListedPing[]; here: string }) {
  if (pings.length === 0) {
    return (
      <EmptyState title="No ping yet">
        <p>With the first one it is up. Until then it cannot be late.</p>
      </EmptyState>
    );
  }
  return (
    <DataTable label="Pings" heads={["When", "Type", "Duration", "By", "From", "Client", "Run id"]}>
      {pings.map((ping) => (
        <tr key={ping.number}>
          <td className={cell}>
            <Link to={`${here}/pings/${ping.number}`} className="-my-2.5 inline-flex min-h-11 items-center">
              <TimeText at={ping.at} exact />
            </Link>
          </td>
          <td className={`${cell} whitespace-nowrap`}>
            {resultWords(ping)}
            {ping.hasBody ? <span className="text-soft">, with a body</span> : null}
          </td>
          <td className={`${cell} whitespace-nowrap tabular-nums`}>
            {ping.duration === null ? "" : durationText(ping.duration)}
          </td>
          <td className={cell}>{ping.method}</td>
          <td className={`${cell} whitespace-nowrap`}>{ping.from}</td>
          <td className={`${cell} max-w-64 break-words`}>
            <bdi>{ping.agent}</bdi>
          </td>
          <td className={`${cell} font-mono text-sm`}>{ping.runId ? `${ping.runId.slice(0, 8)}…` : ""}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoned(at: number, timeZone: string): string {
  const style = {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { ...style, timeZone });
  formats.set(timeZone, format);
  return format.format(at);
}

/** Each run by the clocks of all zones given; the second of two of one name says nothing and is left out. */
export function RunTable({ runs, zones }: { runs: number[]; zones: string[] }) {
  if (runs.length === 0) return <p className="text-soft">None: no pings are expected now.</p>;
  const clocks = [...new Set(zones.map((zone) => (zone === "Etc/UTC" ? "UTC" : zone)))];
  return (
    <DataTable label="Next runs" heads={clocks}>
      {runs.map((at) => (
        <tr key={at}>
          {clocks.map((zone) => (
            <td key={zone} className={`${cell} whitespace-nowrap tabular-nums`}>
              <time dateTime={new Date(at).toISOString()}>{zoned(at, zone)}</time>
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

export const HeartbeatDanger = ({ version }: { version: number }) => (
  <>
    <NewAddress version={version} />
    <SureFold
      name="delete"
      version={version}
      title="Delete this heartbeat"
      label="Yes, delete it with its pings; its alert ends, its incidents stay"
      button="Delete the heartbeat"
    />
  </>
);
