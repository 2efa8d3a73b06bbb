/** The words of a feed in the page's language. The caller passes them in; this folder has no catalogue. */
export interface FeedWords {
  language: string;
  /** Returns the title of the page's feed, or of one of its components. */
  title(page: string, component?: string): string;
  /** Returns the word for a status of an incident or a maintenance; `announced`: that of an announcement. */
  status(status: string, announced?: boolean): string;
  /** Returns the title of a cancelled maintenance. */
  calledOff(title: string): string;
  /** The whole text of a withdrawn incident, and of a cancelled maintenance whose text is not kept. */
  withdrawn: string;
  cancelled: string;
  /** The text of the link to an update that was too long. */
  cut: string;
  /** The word before the time of a maintenance. */
  scheduled: string;
}
