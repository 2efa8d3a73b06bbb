/** @jsxImportSource ~/html */

import { dates } from "~/i18n/dates";
import { repeatText } from "~/i18n/repeat";
import type { StateLetter } from "~/status/state-letter";
import { seriesRuns } from "../../rules/series-runs";
import type { SnapshotMaintenance } from "../../rules/snapshot-document";
import { AffectedComponents } from "./affected-components";
import type { Frame } from "./frame";
import { Markup } from "./markup";
import { StateMark } from "./state";
import { SpanOfTime } from "./time-text";
import { Timeline } from "./timeline";

/** Returns the maintenance's colour while it is in progress; scheduled and past ones are neutral. */
export const letterOfWork = ({ status }: SnapshotMaintenance): StateLetter =>
  status === "in_progress" || status === "verifying" ? "x" : "w";

/** Returns the calendar day of an instant, YYYY-MM-DD. */
export const dayIn = (zone: string, at: number): string => dates("en", zone).dayAt(at);

/** Shows the repetition; the further scheduled occurrences of its series are folded. */
interface RepeatsProps {
  frame: Frame;
  series: Series;
  /** The day of the next occurrence in the page's zone, YYYY-MM-DD. */
  day: string;
  later: readonly SnapshotMaintenance[];
}

function Repeats({ frame, series, day, later }: RepeatsProps) {
  const { words, prefix } = frame;
  const line = words.t("work.repeats_line", { rule: repeatText(words, series.repeat, day) });
  if (later.length === 0) return <p class="note">{line}</p>;
  return (
    <details class="later">
      <summary>
        {line} · {words.t("work.more", { count: later.length })}
      </summary>
      <ul>
        {later.map(({ id, startsAt, endsAt }) => (
          <li key={id}>
            <a href={`${prefix}/maintenances/${id}`}>
              <SpanOfTime frame={frame} from={startsAt} to={endsAt} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Series = NonNullable<SnapshotMaintenance["series"]>;

interface MaintenanceProps {
  frame: Frame;
  /** The page's zone. */
  zone: string;
  maintenance: SnapshotMaintenance;
  /** Further scheduled occurrences of its series. */
  later: readonly SnapshotMaintenance[];
}

function Maintenance({ frame, zone, maintenance, later }: MaintenanceProps) {
  const letter = letterOfWork(maintenance);
  const { series } = maintenance;
  return (
    <article class={`card ${letter}`}>
      <h3>
        <a href={`${frame.prefix}/maintenances/${maintenance.id}`} dir="auto" lang={frame.written}>
          {maintenance.title}
        </a>
      </h3>
      <p class="meta">
        <StateMark letter={letter}>{frame.words.t(`maintenance_status.${maintenance.status}`)}</StateMark>
        <SpanOfTime frame={frame} from={maintenance.startsAt} to={maintenance.endsAt} />
      </p>
      <AffectedComponents frame={frame} components={maintenance.components} planned={letter === "w"} />
      {maintenance.updates.length > 0 ? (
        <Timeline frame={frame} updates={maintenance.updates.slice(0, 2)} />
      ) : (
        <Markup frame={frame} said={maintenance} />
      )}
      {series ? <Repeats frame={frame} series={series} day={dayIn(zone, maintenance.startsAt)} later={later} /> : null}
    </article>
  );
}

interface MaintenancesProps {
  frame: Frame;
  zone: string;
  heading: string;
  maintenances: readonly SnapshotMaintenance[];
}

export function Maintenances({ frame, zone, heading, maintenances }: MaintenancesProps) {
  if (maintenances.length === 0) return null;
  return (
    <section class="two">
      <h2>{heading}</h2>
      <div>
        {seriesRuns(maintenances).map(({ next, later }) => (
          <Maintenance key={next.id} frame={frame} zone={zone} maintenance={next} later={later} />
        ))}
      </div>
    </section>
  );
}
