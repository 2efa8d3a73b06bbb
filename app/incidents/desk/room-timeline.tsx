import type { WordTable } from "~/ui/parts/words";
import { type AlertFiring, inOneTimeline, turnsOf } from "../rules/timeline";
import { AlertEntry } from "./alert-entry";
import type { DeliveredView } from "./delivered-views";
import { DeliverySummaryNote } from "./delivery-note";
import { NoteEntry, type TimelineNote } from "./note-entry";
import { type TimelineUpdate, UpdateEntry } from "./timeline";

interface RoomUpdate extends TimelineUpdate {
  notify: boolean;
}

interface RoomTimelineProps {
  updates: RoomUpdate[];
  notes: TimelineNote[];
  firings: AlertFiring[];
  /** Deliveries by the id of the update. */
  delivered: Record<string, DeliveredView>;
  /** True when visitors and subscribers have seen it. */
  published: boolean;
  version: number;
  zone: string;
  editable: boolean;
  slug: string;
  /** Names of its statuses. */
  words: WordTable;
}

type TimelineContext = Pick<RoomTimelineProps, "version" | "zone" | "editable" | "slug" | "published" | "words">;

interface SaidProps extends TimelineContext {
  update: RoomUpdate;
  delivered: DeliveredView | undefined;
}

function Said({ update, delivered, slug, published, ...rest }: SaidProps) {
  return (
    <UpdateEntry update={update} {...rest}>
      {published ? <DeliverySummaryNote delivered={delivered} told={update.notify} slug={slug} /> : null}
    </UpdateEntry>
  );
}

/** Shows all that happened around an incident, newest first: public updates, private notes, alerts. */
export function RoomTimeline({ updates, notes, firings, delivered, ...shown }: RoomTimelineProps) {
  const said = updates.map((update) => ({ id: update.id, at: update.shownAt, update }));
  const noted = notes.map((note) => ({ id: note.id, at: note.createdAt, note }));
  const turns = turnsOf(firings);
  return (
    <ol className="grid grid-cols-1 gap-4">
      {inOneTimeline<(typeof said | typeof noted | typeof turns)[number]>(noted, said, turns).map((entry) => {
        if ("note" in entry) return <NoteEntry key={entry.id} note={entry.note} editable={shown.editable} />;
        if ("firing" in entry) return <AlertEntry key={entry.id} turn={entry} slug={shown.slug} />;
        return <Said key={entry.id} update={entry.update} delivered={delivered[entry.id]} {...shown} />;
      })}
    </ol>
  );
}
