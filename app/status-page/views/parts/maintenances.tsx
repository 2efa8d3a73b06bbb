/** @jsxImportSource ~/html */

import { dateFormats } from "~/i18n/dates";
import { repeatText } from "~/i18n/repeat";
import type { StateLetter } from "~/status/state-letter";
import { maintenanceSeriesGroups } from "../../rules/series-runs";
import type { SnapshotMaintenance } from "../../rules/snapshot-document";
import { PublicAffectedComponentsPanel } from "./affected-components";
import type { RenderContext } from "./frame";
import { MarkdownBody } from "./markup";
import { StateBadge } from "./state";
import { TimeSpanText } from "./time-text";
import { PublicUpdateTimelinePanel } from "./timeline";

/** Returns the colour of a maintenance window while it is in progress; scheduled and past ones are neutral. */
export const stateLetterOfMaintenance = ({ status }: SnapshotMaintenance): StateLetter =>
  status === "in_progress" || status === "verifying" ? "x" : "w";

/** Returns the calendar day of an instant, YYYY-MM-DD. */
export const dateInZone = (zone: string, at: number): string => dateFormats("en", zone).dayAt(at);

/** Shows the repetition; the further scheduled occurrences of its series are folded. */
interface SeriesRepeatsProps {
  frame: RenderContext;
  series: MaintenanceSeries;
  /** The day of the next occurrence in the page's zone, YYYY-MM-DD. */
  day: string;
  later: readonly SnapshotMaintenance[];
}

function Repeats({ frame, series, day, later }: SeriesRepeatsProps) {
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
              <TimeSpanText frame={frame} from={startsAt} to={endsAt} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

type MaintenanceSeries = NonNullable<SnapshotMaintenance["series"]>;

interface MaintenanceProps {
  frame: RenderContext;
  /** The page's zone. */
  zone: string;
  maintenance: SnapshotMaintenance;
  /** Further scheduled occurrences of its series. */
  later: readonly SnapshotMaintenance[];
}

function Maintenance({ frame, zone, maintenance, later }: MaintenanceProps) {
  const letter = stateLetterOfMaintenance(maintenance);
  const { series } = maintenance;
  return (
    <article class={`card ${letter}`}>
      <h3>
        <a href={`${frame.prefix}/maintenances/${maintenance.id}`} dir="auto" lang={frame.written}>
          {maintenance.title}
        </a>
      </h3>
      <p class="meta">
        <StateBadge letter={letter}>{frame.words.t(`maintenance_status.${maintenance.status}`)}</StateBadge>
        <TimeSpanText frame={frame} from={maintenance.startsAt} to={maintenance.endsAt} />
      </p>
      <PublicAffectedComponentsPanel frame={frame} components={maintenance.components} planned={letter === "w"} />
      {maintenance.updates.length > 0 ? (
        <PublicUpdateTimelinePanel frame={frame} updates={maintenance.updates.slice(0, 2)} />
      ) : (
        <MarkdownBody frame={frame} said={maintenance} />
      )}
      {series ? (
        <Repeats frame={frame} series={series} day={dateInZone(zone, maintenance.startsAt)} later={later} />
      ) : null}
    </article>
  );
}

interface PublicMaintenanceListProps {
  frame: RenderContext;
  zone: string;
  heading: string;
  maintenances: readonly SnapshotMaintenance[];
}

export function PublicMaintenanceSection({ frame, zone, heading, maintenances }: PublicMaintenanceListProps) {
  if (maintenances.length === 0) return null;
  return (
    <section class="two">
      <h2>{heading}</h2>
      <div>
        {maintenanceSeriesGroups(maintenances).map(({ next, later }) => (
          <Maintenance key={next.id} frame={frame} zone={zone} maintenance={next} later={later} />
        ))}
      </div>
    </section>
  );
}
