import type { WordTable } from "~/ui/parts/words";
import { type AlertFiring, firingTimelineEntries, mergeTimelines } from "../rules/timeline";
import { AlertTimelineItem } from "./alert-entry";
import type { UpdateDeliveryView } from "./delivered-views";
import { DeliverySummaryText } from "./delivery-note";
import { PrivateNoteItem, type TimelineNote } from "./note-entry";
import { IncidentUpdateItem, type TimelineUpdate } from "./timeline";

/** Id of the timeline, by which the room shows its newest entry. */
export const timelineId = "room-timeline";

interface IncidentTimelineUpdate extends TimelineUpdate {
  notify: boolean;
}

interface IncidentTimelineProps {
  updates: IncidentTimelineUpdate[];
  notes: TimelineNote[];
  firings: AlertFiring[];
  /** Deliveries by the id of the update. */
  delivered: Record<string, UpdateDeliveryView>;
  /** True when visitors and subscribers have seen it. */
  published: boolean;
  version: number;
  zone: string;
  editable: boolean;
  slug: string;
  /** Names of its statuses. */
  words: WordTable;
}

type TimelineContext = Pick<IncidentTimelineProps, "version" | "zone" | "editable" | "slug" | "published" | "words">;

interface TimelineUpdateProps extends TimelineContext {
  update: IncidentTimelineUpdate;
  delivered: UpdateDeliveryView | undefined;
}

function Said({ update, delivered, slug, published, ...rest }: TimelineUpdateProps) {
  return (
    <IncidentUpdateItem update={update} {...rest}>
      {published ? <DeliverySummaryText delivered={delivered} told={update.notify} slug={slug} /> : null}
    </IncidentUpdateItem>
  );
}

/** Shows all that happened around an incident, newest first: public updates, private notes, alerts. */
export function IncidentTimelinePanel({ updates, notes, firings, delivered, ...shown }: IncidentTimelineProps) {
  const said = updates.map((update) => ({ id: update.id, at: update.shownAt, update }));
  const noted = notes.map((note) => ({ id: note.id, at: note.createdAt, note }));
  const turns = firingTimelineEntries(firings);
  return (
    <ol id={timelineId} className="grid scroll-mt-16 grid-cols-1 gap-4">
      {mergeTimelines<(typeof said | typeof noted | typeof turns)[number]>(noted, said, turns).map((entry) => {
        if ("note" in entry) return <PrivateNoteItem key={entry.id} note={entry.note} editable={shown.editable} />;
        if ("firing" in entry) return <AlertTimelineItem key={entry.id} turn={entry} slug={shown.slug} />;
        return <Said key={entry.id} update={entry.update} delivered={delivered[entry.id]} {...shown} />;
      })}
    </ol>
  );
}
