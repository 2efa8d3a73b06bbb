/** @jsxImportSource ~/ui/html */
import type { SnapshotMaintenance } from "~/rules/snapshot-document";
import { Affected } from "./affected";
import type { Frame } from "./frame";
import { Markup } from "./markup";
import { type StateLetter, StateMark } from "./state";
import { SpanOfTime } from "./time-text";
import { Timeline } from "./timeline";

/** Blue while it moves components; a plan or a memory is quiet. */
export const letterOfWork = ({ status }: SnapshotMaintenance): StateLetter =>
  status === "in_progress" || status === "verifying" ? "x" : "a";

function Maintenance({ frame, maintenance }: { frame: Frame; maintenance: SnapshotMaintenance }) {
  const letter = letterOfWork(maintenance);
  return (
    <article class={`card ${letter}`}>
      <h3>
        <a href={`${frame.prefix}/maintenances/${maintenance.id}`} dir="auto">
          {maintenance.title}
        </a>
      </h3>
      <p class="meta">
        <StateMark letter={letter}>{frame.words.t(`maintenance_status.${maintenance.status}`)}</StateMark>
        <SpanOfTime frame={frame} from={maintenance.startsAt} to={maintenance.endsAt} />
      </p>
      {maintenance.updates.length > 0 ? (
        <Timeline frame={frame} updates={maintenance.updates.slice(0, 2)} />
      ) : (
        <Markup frame={frame} said={maintenance} />
      )}
      <Affected frame={frame} components={maintenance.components} />
    </article>
  );
}

interface MaintenancesProps {
  frame: Frame;
  heading: string;
  maintenances: readonly SnapshotMaintenance[];
}

export function Maintenances({ frame, heading, maintenances }: MaintenancesProps) {
  if (maintenances.length === 0) return null;
  return (
    <section>
      <h2>{heading}</h2>
      {maintenances.map((maintenance) => (
        <Maintenance key={maintenance.id} frame={frame} maintenance={maintenance} />
      ))}
    </section>
  );
}
