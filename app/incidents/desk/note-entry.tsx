import { Button } from "~/ui/parts/button";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { TimeText } from "~/ui/parts/time-text";
import type { IncidentNoteView } from "../notes/verbs";
import { privateNoteFields } from "../rules/fields";
import { useWords } from "./words/words";

export interface TimelineNote extends IncidentNoteView {
  /** Time when it was written, in the format of a date-and-time field in the page's time zone. */
  atLocal: string;
}

const formOf = ({ id }: IncidentNoteView) => `note-${id}`;

function EditNote({ note }: { note: TimelineNote }) {
  const { t } = useWords();
  const state = useFormState(formOf(note));
  const about = t("note.about", { time: note.atLocal.replace("T", " ") });
  if (state?.conflict) return null;
  return (
    <Fold title={t("note.edit")} about={about} open={state !== null}>
      <PostForm name={formOf(note)} version={note.version} hidden={{ noteId: note.id }}>
        <NounFieldControl fields={privateNoteFields} name="body" value={note.body} />
        <div className="flex flex-wrap gap-3">
          <Button label={t("note.save_which", { note: about })}>{t("note.save")}</Button>
          <Button look="danger" name="intent" value="delete-note">
            {t("note.delete")}
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}

/** Shows a private note; its label and dashed border tell it apart from what visitors read. */
export function PrivateNoteItem({ note, editable }: { note: TimelineNote; editable: boolean }) {
  const { t, say } = useWords();
  const { createdAt, updatedAt, version } = note;
  return (
    <li className="grid grid-cols-1 gap-2 rounded-lg border border-dashed border-edge bg-sunken p-4">
      <h3 className="flex flex-wrap items-baseline justify-between gap-2 font-semibold">
        {note.handedTo === null ? t("note.title") : say("hand_over.done", { name: <bdi>{note.handedTo}</bdi> })}
        <span className="text-sm font-normal text-soft">
          {say("timeline.posted", { at: <TimeText at={createdAt} />, author: <bdi>{note.author}</bdi> })}
        </span>
      </h3>
      <p dir="auto" className="max-w-prose [overflow-wrap:anywhere] whitespace-pre-wrap">
        {note.body}
      </p>
      {version > 0 ? (
        <p className="text-sm text-soft">{say("note.edited", { at: <TimeText at={updatedAt} /> })}</p>
      ) : null}
      {editable && note.isOwn ? <EditNote note={note} /> : null}
    </li>
  );
}

/** Shows both versions of a note whose change lost a race. */
export const PrivateNoteConflictSection = ({ notes, keepTo }: { notes: TimelineNote[]; keepTo: string }) =>
  notes.map((note) => (
    <NounConflictSection
      key={note.id}
      form={formOf(note)}
      saved={note}
      fields={privateNoteFields}
      picks={{}}
      keepTo={keepTo}
    />
  ));
