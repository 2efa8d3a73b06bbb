/** The state of an update before an edit. */
export interface UpdateEdit {
  /** Time of the edit. */
  at: number;
  authorKind: string;
  authorId: string | null;
  body: string;
  shownAt: number;
}
