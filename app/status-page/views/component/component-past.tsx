/** @jsxImportSource ~/html */
import type { WordKey } from "~/i18n/words";
import type { ArchivedComponentEvents } from "../../history/archive";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { EventMonthsSection } from "../history/months";
import type { RenderContext } from "../parts/frame";
import { type PageEvent, pageEventsOf } from "../parts/happening-days";

/** Most upcoming occurrences of a series that are listed. */
const maxUpcomingEvents = 10;

const naming =
  (id: string) =>
  ({ components }: SnapshotIncident | SnapshotMaintenance): boolean =>
    components.some((each) => each.id === id);

/** Returns what the document has on the component, which covers the last days only. */
export const recentEventsOfComponent = ({ incidents, recent }: Snapshot, id: string): ArchivedComponentEvents => {
  const older = recent.incidents.filter((each) => incidents.every((open) => open.id !== each.id));
  return {
    incidents: [...incidents, ...older].filter(naming(id)),
    maintenances: recent.maintenances.filter(naming(id)),
  };
};

interface ComponentEventListsProps {
  frame: RenderContext;
  snapshot: Snapshot;
  componentId: string;
  /** Null when it is not available. */
  archive: ArchivedComponentEvents | null;
  /** Most of each that the archive returns. */
  limit: number;
}

interface ComponentEventListProps {
  frame: RenderContext;
  heading: WordKey;
  happenings: readonly PageEvent[];
  /** The text for an empty list; null = no text, because nothing was monitored. */
  none: WordKey | null;
  /** The text when the archive is not available; null when it is. */
  unavailable: WordKey | null;
  /** The number listed when older ones are left out; null = the list is complete. */
  cut: number | null;
}

function List({ frame, heading, happenings, none, unavailable, cut }: ComponentEventListProps) {
  const { t } = frame.words;
  const said = unavailable ?? (happenings.length === 0 ? none : null);
  if (said === null && happenings.length === 0) return null;
  return (
    <section>
      <h2>{t(heading)}</h2>
      {happenings.length > 0 ? <EventMonthsSection frame={frame} happenings={happenings} /> : null}
      {said === null ? null : <p class="note">{t(said)}</p>}
      {cut === null ? null : (
        <p class="more">
          <a href={`${frame.prefix}/history`}>{t("component.more", { count: cut })}</a>
        </p>
      )}
    </section>
  );
}

/** Lists the component's incidents and its past and upcoming maintenance; newest first. */
export function ComponentEventLists({ frame, snapshot, componentId, archive, limit }: ComponentEventListsProps) {
  const { incidents, maintenances } = archive ?? recentEventsOfComponent(snapshot, componentId);
  const ahead = snapshot.maintenances.filter(naming(componentId)).slice(0, maxUpcomingEvents);
  const isUnmonitored = snapshot.components.some(({ id, unmonitored }) => id === componentId && unmonitored);
  const cut = (length: number) => (archive !== null && length === limit ? limit : null);
  return (
    <>
      <List
        frame={frame}
        heading="component.incidents"
        happenings={pageEventsOf(incidents, [])}
        none={isUnmonitored ? null : "component.no_incidents"}
        unavailable={archive === null ? "component.unavailable" : null}
        cut={cut(incidents.length)}
      />
      <List
        frame={frame}
        heading="component.maintenances"
        happenings={pageEventsOf([], [...ahead, ...maintenances])}
        none={isUnmonitored ? null : "component.no_maintenances"}
        unavailable={archive === null ? "component.maintenances_unavailable" : null}
        cut={cut(maintenances.length)}
      />
    </>
  );
}
