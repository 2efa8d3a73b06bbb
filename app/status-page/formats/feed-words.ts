/** The words of a feed in the page's language, given by who prints it: this room has none of its own. */
export interface FeedWords {
  language: string;
  /** Of the page, or of one of its components. */
  title(page: string, component?: string): string;
  /** The word for a status of an incident or a maintenance; `announced`: of an announcement. */
  status(status: string, announced?: boolean): string;
  /** The title of a maintenance that was called off. */
  calledOff(title: string): string;
  /** All that is said of a withdrawn incident, and of a cancelled maintenance of which no word is known. */
  withdrawn: string;
  cancelled: string;
  /** The link to a text that was too long. */
  cut: string;
  /** Before the window of a maintenance. */
  scheduled: string;
}
