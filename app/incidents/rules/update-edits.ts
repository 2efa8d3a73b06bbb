/** A version of an update before a change, with its editor. Instants in ms. */
export interface StoredUpdateEdit {
  /** Time when it was changed. */
  at: number;
  authorKind: string;
  authorId: string | null;
  body: string;
  shownAt: number;
}

const maxEdits = 20;
/**
 * Most characters of all kept texts together: a row of the database holds 2 MB, and a character may take three bytes.
 */
const maxEditChars = 200_000;

/** Returns the edits with one more, oldest first. Drops the oldest when there are too many or they are too long. */
export function withUpdateEdit(edits: readonly StoredUpdateEdit[], edit: StoredUpdateEdit): StoredUpdateEdit[] {
  let room = maxEditChars;
  const fits = ({ body }: StoredUpdateEdit) => {
    room -= body.length;
    return room >= 0;
  };
  const newestFirst = [edit, ...[...edits].reverse()].slice(0, maxEdits);
  const end = newestFirst.findIndex((each) => !fits(each));
  return (end === -1 ? newestFirst : newestFirst.slice(0, end)).reverse();
}
