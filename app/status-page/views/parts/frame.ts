import type { Dates } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import type { Theme } from "~/text/theme";

/** What every public component may need to know about this one rendering. */
export interface Frame {
  words: Words;
  /** In the viewer's zone. */
  dates: Dates;
  /** Null = as the reader's system says. */
  theme: Theme | null;
  /** Before every path of the page: `/slug`, or nothing on the page's own host. */
  prefix: string;
  /** Language of what the page's people write, where the words are in another (WCAG 3.1.2). */
  written?: string | undefined;
  /** The instant of the rendering, ms. */
  now: number;
  /** What of its query leads to what is shown. */
  query?: string;
  /** Its reader has it loaded again every few minutes. */
  refreshing?: boolean;
}
