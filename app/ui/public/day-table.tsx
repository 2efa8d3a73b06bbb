/** @jsxImportSource ~/ui/html */
import { zoneText } from "~/i18n/dates";
import { spanText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import type { Snapshot, SnapshotComponent } from "~/rules/snapshot-document";
import type { Status } from "~/rules/status";
import { type DayRun, dayRuns } from "./day-runs";
import type { Frame } from "./frame";
import { letterOfStatus, StatusMark } from "./state";

const statusOf = Object.fromEntries(
  Object.entries(letterOfStatus).map(([status, letter]) => [letter, status as Status]),
) as Record<string, Status | undefined>;

/** How long; by state where a day had several. */
function spansText(words: Words, { spans }: DayRun): string {
  if (spans.length === 1) return spanText(words, spans[0]?.length ?? 0);
  return spans.map(({ status, length }) => `${words.t(`status.${status}`)}: ${spanText(words, length)}`).join(", ");
}

function Row({ frame, run }: { frame: Frame; run: DayRun }) {
  const { dates, words } = frame;
  const status = statusOf[run.letter];
  return (
    <tr>
      <th scope="row">{dates.days(run.first, run.last)}</th>
      <td>{status ? <StatusMark frame={frame} status={status} /> : words.t("bars.before")}</td>
      <td>{spansText(words, run)}</td>
    </tr>
  );
}

interface DayTableProps {
  frame: Frame;
  snapshot: Snapshot;
  component: SnapshotComponent;
}

/** The bars as text; days of one state are one row. */
export function DayTable({ frame, snapshot, component }: DayTableProps) {
  const { t } = frame.words;
  return (
    <section id="days">
      <h2>{t("component.day_table")}</h2>
      <p class="note">{t("component.zone", { zone: zoneText(snapshot.page.timeZone) })}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("component.day")}</th>
            <th scope="col">{t("component.state")}</th>
            <th scope="col">{t("component.time")}</th>
          </tr>
        </thead>
        <tbody>
          {dayRuns(component, snapshot.days.first).map((run) => (
            <Row key={run.first} frame={frame} run={run} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
