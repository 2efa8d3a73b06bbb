/** How an update stood until somebody changed it, and who that was. Instants in ms. */
export interface KeptEdit {
  /** When it was changed. */
  at: number;
  authorKind: string;
  authorId: string | null;
  body: string;
  shownAt: number;
}

const editsAtMost = 20;
/** Of all kept texts together: a row of the database holds 2 MB, and a letter may take three bytes. */
const lettersAtMost = 200_000;

/** The edits with one more, the oldest first; the oldest go where there are too many or they are too long. */
export function withEdit(edits: readonly KeptEdit[], edit: KeptEdit): KeptEdit[] {
  let room = lettersAtMost;
  const fits = ({ body }: KeptEdit) => {
    room -= body.length;
    return room >= 0;
  };
  const newestFirst = [edit, ...[...edits].reverse()].slice(0, editsAtMost);
  const end = newestFirst.findIndex((each) => !fits(each));
  return (end === -1 ? newestFirst : newestFirst.slice(0, end)).reverse();
}
