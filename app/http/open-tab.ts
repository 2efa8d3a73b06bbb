/**
 * Whether an open tab asks by itself: the script of public pages (status-page/views/frame/live-script) names what it shows,
 * and takes nothing but a page. Browsers that go somewhere take more.
 */
export const isOpenTab = ({ headers }: Request): boolean =>
  headers.get("accept") === "text/html" && headers.has("if-none-match");

/** As of when an unchanged page is true, for the tab that asked: percent-encoded, because no header takes all scripts. */
export const asOfHeader = "x-as-of";
