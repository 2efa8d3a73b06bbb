import type { DateFormats } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import type { Theme } from "~/text/theme";

/** The settings of one rendering that any public component may need. */
export interface RenderContext {
  words: Words;
  /** Formats dates in the viewer's time zone. */
  dates: DateFormats;
  /** Null = the theme of the reader's system. */
  theme: Theme | null;
  /** The prefix of every path of the page: `/slug`, or "" on the page's own host. */
  prefix: string;
  /** Language of the texts that the page's team wrote, when it differs from that of the interface (WCAG 3.1.2). */
  written?: string | undefined;
  /** The instant of the rendering, ms. */
  now: number;
  /** The query string that leads to the view shown. */
  query?: string;
  /** True when the reader has chosen that the page is reloaded every few minutes. */
  refreshing?: boolean;
}
