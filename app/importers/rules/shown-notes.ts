import type { MoveNote } from "./move-document";
import { truncateMovedText } from "./moved-text";

/** Notes of a whole document as people see them: the most urgent ones, and how many there are in all. */
export interface ShownNotes {
  notes: readonly MoveNote[];
  count: number;
}

export const noShownNotes: ShownNotes = { notes: [], count: 0 };

/** Most notes that a view has. */
export const maxShownNotes = 200;

/** Most characters of each text of a shown note, so that all of them fit into one row. */
const maxTextChars = 500;

const noteOrder: readonly MoveNote["kind"][] = ["question", "secret_found", "left_out", "approximated"];

const shortNote = ({ name, field, reason, ...note }: MoveNote): MoveNote => ({
  ...note,
  name: truncateMovedText(name, maxTextChars),
  field: truncateMovedText(field, maxTextChars),
  reason: truncateMovedText(reason, maxTextChars),
});

/** Adds the notes of a further part: questions stay first, and of one kind those of earlier parts. */
export function withNotesOfPart({ notes, count }: ShownNotes, more: readonly MoveNote[]): ShownNotes {
  const all = [...notes, ...more];
  const sorted = noteOrder.flatMap((kind) => all.filter((note) => note.kind === kind));
  return { notes: sorted.slice(0, maxShownNotes).map(shortNote), count: count + more.length };
}
