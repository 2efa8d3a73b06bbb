import type { Dates } from "~/i18n/dates";
import type { Words } from "~/i18n/words";

/** What every public component may need to know about this one rendering. */
export interface Frame {
  words: Words;
  /** In the viewer's zone. */
  dates: Dates;
  /** Before every path of the page: `/slug`, or nothing on the page's own host. */
  prefix: string;
  /** The instant of the rendering, ms. */
  now: number;
}
