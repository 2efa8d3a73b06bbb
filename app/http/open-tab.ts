/**
 * True for an automatic request of an open tab: the script of public pages (status-page/views/frame/live-script) names
 * the version it shows and accepts nothing but a page. Browsers that navigate accept more.
 */
export const isOpenTabRequest = ({ headers }: Request): boolean =>
  headers.get("accept") === "text/html" && headers.has("if-none-match");

/**
 * Header with the time at which an unchanged page is valid, for the tab that asked: percent-encoded, because no header
 * takes all scripts.
 */
export const asOfHeaderName = "x-as-of";
