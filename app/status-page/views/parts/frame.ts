import type { DateFormats } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import type { Theme } from "~/text/theme";

/** The settings of one rendering that any public component may need. */
export interface RenderContext {
  words: Words;
  /** Dates in the viewer's zone. */
  dates: DateFormats;
  /** Null = as the reader's system is set. */
  theme: Theme | null;
  /** The prefix of every path of the page: `/slug`, or "" on the page's own host. */
  prefix: string;
  /** Language of texts by the page's people, when it differs from that of the words (WCAG 3.1.2). */
  written?: string | undefined;
  /** The instant of the rendering, ms. */
  now: number;
  /** The part of the query that leads to what is shown. */
  query?: string;
  /** True when its reader has it reloaded every few minutes. */
  refreshing?: boolean;
}
