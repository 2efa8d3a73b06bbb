import { Link } from "@remix-run/react";
import type { Minute } from "~/rules/basics/ring";
import { regionWords } from "~/rules/monitors/fields";
import type { Opinion, Region } from "~/rules/monitors/monitor";
import { FilterLinks } from "../parts/filter-links";
import { SureFold } from "../parts/form-part";
import { Detail, EmptyState, Fold, List, Row } from "../parts/list";
import { cell, DataTable } from "../parts/table";
import { TimeText } from "../parts/time-text";
import { latencyWords, minuteWords, type Range, rangeWords, verdictWords } from "./monitor-words";

const minute = 60_000;

/** What other places saw when they were last asked. */
export function Opinions({ opinions }: { opinions: Opinion[] }) {
  if (opinions.length === 0) return <p className="text-soft">No other region was asked yet.</p>;
  return (
    <List>
      {opinions.map((opinion) => (
        <Row key={opinion.region}>
          <p className="font-medium">
            {regionWords[opinion.region as Region] ?? opinion.region}:{" "}
            {verdictWords[opinion.verdict] ?? opinion.verdict}
          </p>
          <Detail>
            <span className="font-mono">{opinion.code}</span>
            <TimeText at={opinion.minute * minute} />
          </Detail>
        </Row>
      ))}
    </List>
  );
}

interface Placed extends Minute {
  at: number;
}

/** The minutes of a ring that came to something, newest first. The ring ends with the minute `ringEndsAt` (ms). */
export function placedMinutes(ring: readonly Minute[], ringEndsAt: number): Placed[] {
  return ring
    .map((each, index) => ({ ...each, at: ringEndsAt - (ring.length - 1 - index) * minute }))
    .filter(({ state }) => state !== "none")
    .toReversed();
}

/** The last hour, check by check: as it was seen, before anything is confirmed. */
export function LastResults({ results, paused }: { results: Placed[]; paused: boolean }) {
  if (results.length === 0) {
    return (
      <EmptyState title="No result in the last hour">
        <p>
          {paused
            ? "Nothing is checked while it is paused."
            : "The next check runs automatically at the time shown above."}{" "}
          Results of the last hour are listed here, one by one.
        </p>
      </EmptyState>
    );
  }
  return (
    <Fold title={`${results.length} ${results.length === 1 ? "result" : "results"} of the last hour`}>
      <DataTable label="Results of the last hour" heads={["When", "Result", "Response time"]}>
        {results.map(({ at, state, milliseconds }) => (
          <tr key={at}>
            <td className={cell}>
              <TimeText at={at} />
            </td>
            <td className={cell}>{minuteWords[state]}</td>
            <td className={`${cell} tabular-nums`}>{milliseconds === null ? "none" : latencyWords(milliseconds)}</td>
          </tr>
        ))}
      </DataTable>
    </Fold>
  );
}

interface Opened {
  title: string;
  incidentId: string | null;
}

/** The incidents that its alerts opened or joined, the latest first. */
export function IncidentLinks({ alerts, slug }: { alerts: Opened[]; slug: string }) {
  const opened = new Map(alerts.flatMap(({ incidentId, title }) => (incidentId ? [[incidentId, title] as const] : [])));
  if (opened.size === 0) return null;
  return (
    <ul className="grid">
      {[...opened].map(([id, title]) => (
        <li key={id}>
          <Link to={`/manage/${slug}/incidents/${id}`} className="inline-flex min-h-11 items-center">
            Incident of “{title}”
          </Link>
        </li>
      ))}
    </ul>
  );
}

const chartOf = (range: string) => `?range=${range}#response-times`;

export const Ranges = ({ chosen }: { chosen: Range }) => (
  <FilterLinks label="How far back" words={rangeWords} chosen={chosen} addressOf={chartOf} />
);

export const MonitorDanger = ({ version }: { version: number }) => (
  <SureFold
    name="delete"
    version={version}
    title="Delete this monitor"
    label="Yes, delete it with its results; its alerts end, its incidents stay"
    button="Delete the monitor"
  />
);
