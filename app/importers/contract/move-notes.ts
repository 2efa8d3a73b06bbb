import { foreignText } from "./foreign-values";
import type { MoveNote } from "./move-document";

/** The thing that a note is about. */
export interface NoteSubject {
  noun: MoveNote["noun"];
  id: string | null;
  name: string;
}

/** Collects the notes of one reading. */
export class MoveNotes {
  readonly list: MoveNote[] = [];

  private add(kind: MoveNote["kind"], subject: NoteSubject, field: string, reason: string): void {
    this.list.push({ kind, ...subject, name: subject.name.slice(0, 200), field, reason });
  }

  approximated(subject: NoteSubject, field: string, reason: string): void {
    this.add("approximated", subject, field, reason);
  }

  leftOut(subject: NoteSubject, field: string, reason: string): void {
    this.add("left_out", subject, field, reason);
  }

  secretFound(subject: NoteSubject, field: string, reason = "It is a secret: it is sealed, and shown nowhere."): void {
    this.add("secret_found", subject, field, reason);
  }

  question(subject: NoteSubject, field: string, reason: string): void {
    this.add("question", subject, field, reason);
  }

  /** Asks about a word that is not known here; `becomes` says what it is taken for. */
  unknownWord(subject: NoteSubject, field: string, word: string, becomes: string): void {
    this.question(subject, field, `“${word.slice(0, 60)}” is not known here: ${becomes}`);
  }

  /** Notes the fields that have a value and no place here: [field, reason]. */
  leftOutFields(
    subject: NoteSubject,
    from: Readonly<Record<string, unknown>>,
    fields: Readonly<Record<string, string>>,
  ): void {
    for (const [field, reason] of Object.entries(fields)) {
      if (hasForeignValue(from[field])) this.leftOut(subject, field, reason);
    }
  }
}

/** Returns a number of things in English, as the name of a subject: `1 endpoint`, `2 endpoints`. */
export const countedThings = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Subject of a note that is about no thing. */
export const wholeOriginSubject = (name: string): NoteSubject => ({ noun: "other", id: null, name });

/** Returns false for what a product writes where nothing is set: nothing, false, zero, an empty text or list. */
export function hasForeignValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" ? Object.keys(value).length > 0 : foreignText(value).trim() !== "";
}

const keyOfNote = ({ kind, noun, field }: MoveNote) => `${kind} ${noun} ${field}`;

/** Returns the notes without those about a whole noun that were written before. */
export function dropRepeatedNotes(notes: readonly MoveNote[], noted: Set<string>): MoveNote[] {
  return notes.filter((note) => {
    if (note.id !== null || note.name !== "") return true;
    const isNew = !noted.has(keyOfNote(note));
    noted.add(keyOfNote(note));
    return isNew;
  });
}
