import { inOneTimeline } from "~/rules/incidents/timeline";
import { type Delivered, deliveredOf, type SentNotice } from "~/rules/telling/delivered";
import { AlertEntry, type TimelineAlert, turnsOf } from "./alert-entry";
import { DeliveredTo } from "./delivered-to";
import { NoteEntry, type TimelineNote } from "./note-entry";
import { type TimelineUpdate, UpdateEntry } from "./timeline";

interface RoomUpdate extends TimelineUpdate {
  createdAt: number;
  notify: boolean;
}

interface RoomTimelineProps {
  updates: RoomUpdate[];
  notes: TimelineNote[];
  alerts: TimelineAlert[];
  notices: SentNotice[];
  /** Visitors and subscribers have seen it. */
  published: boolean;
  version: number;
  zone: string;
  editable: boolean;
  slug: string;
}

type Shown = Pick<RoomTimelineProps, "version" | "zone" | "editable" | "slug" | "published">;

function Said({ update, delivered, slug, published, ...rest }: Shown & { update: RoomUpdate; delivered?: Delivered }) {
  return (
    <UpdateEntry update={update} {...rest}>
      {published ? <DeliveredTo delivered={delivered} told={update.notify} slug={slug} /> : null}
    </UpdateEntry>
  );
}

/** All that happened around an incident, newest first: what visitors read, what the team said among itself, its alerts. */
export function RoomTimeline({ updates, notes, alerts, notices, ...shown }: RoomTimelineProps) {
  const delivered = deliveredOf(updates, notices);
  const said = updates.map((update) => ({ id: update.id, at: update.shownAt, update }));
  const noted = notes.map((note) => ({ id: note.id, at: note.createdAt, note }));
  const turns = turnsOf(alerts);
  return (
    <ol className="grid gap-4">
      {inOneTimeline<(typeof said | typeof noted | typeof turns)[number]>(noted, said, turns).map((entry) => {
        if ("note" in entry) return <NoteEntry key={entry.id} note={entry.note} editable={shown.editable} />;
        if ("alert" in entry) return <AlertEntry key={entry.id} turn={entry} slug={shown.slug} />;
        const reached = delivered[entry.id];
        return <Said key={entry.id} update={entry.update} {...(reached ? { delivered: reached } : {})} {...shown} />;
      })}
    </ol>
  );
}
