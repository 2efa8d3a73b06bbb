import { inOneTimeline } from "~/rules/incidents/timeline";
import { NoteEntry, type TimelineNote } from "./note-entry";
import { type TimelineUpdate, UpdateEntry } from "./timeline";

interface RoomTimelineProps {
  updates: TimelineUpdate[];
  notes: TimelineNote[];
  version: number;
  zone: string;
  editable: boolean;
}

/** All that happened around an incident, newest first: what visitors read and what the team said among itself. */
export function RoomTimeline({ updates, notes, version, zone, editable }: RoomTimelineProps) {
  const said = updates.map((update) => ({ id: update.id, at: update.shownAt, update }));
  const noted = notes.map((note) => ({ id: note.id, at: note.createdAt, note }));
  return (
    <ol className="grid gap-4">
      {inOneTimeline<(typeof said | typeof noted)[number]>(noted, said).map((entry) =>
        "note" in entry ? (
          <NoteEntry key={entry.id} note={entry.note} editable={editable} />
        ) : (
          <UpdateEntry key={entry.id} update={entry.update} version={version} zone={zone} editable={editable} />
        ),
      )}
    </ol>
  );
}
