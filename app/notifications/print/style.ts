import { accentOnDark, darkEmailColours, emailColoursByStateLetter } from "./colours";

const darkScheme = "@media (prefers-color-scheme:dark){";

/** Returns the email as a reader in this scheme sees it, whatever the showing browser prefers. */
export const emailHtmlInColourScheme = (html: string, scheme: "light" | "dark"): string =>
  html
    .replace(darkScheme, scheme === "dark" ? "@media all{" : "@media not all{")
    .replace(":root{color-scheme:light dark;", `:root{color-scheme:${scheme};`);

/** Returns the styles that cannot be inline: the dark scheme, large screens, and the elements of Markdown. */
export function emailStyleSheetOf(accent: string): string {
  const tint = accentOnDark(accent);
  const states = Object.entries(emailColoursByStateLetter).map(
    ([letter, each]) => `.s${letter}{color:${each.dark}!important}`,
  );
  return [
    ".h{text-wrap:balance}",
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    ".md p,.md ul,.md ol,.md pre,.md blockquote,.md table{margin:0 0 12px}.md>:last-child{margin-bottom:0}",
    ".md ul,.md ol{padding-inline-start:22px}.md li{margin:0 0 4px}",
    `.md a{color:${accent}}`,
    ".md code,.md pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px}",
    ".md pre{white-space:pre-wrap;padding:10px 12px;border-radius:6px;background:#f6f7f4}",
    ".md blockquote{margin-inline:0;padding-inline-start:12px;border-inline-start:3px solid #e3e6e1}",
    ".md td,.md th{padding:2px 12px 2px 0;text-align:start;vertical-align:top}",
    "@media (min-width:560px){.pad{padding:32px 36px 16px!important}.out{padding:28px 12px!important}.h{font-size:24px!important}}",
    darkScheme,
    `.g{background:${darkEmailColours.ground}!important}.c{background:${darkEmailColours.card}!important;border-color:${darkEmailColours.line}!important}`,
    `.i{color:${darkEmailColours.ink}!important}.f{color:${darkEmailColours.soft}!important}.l{border-color:${darkEmailColours.line}!important}`,
    `.w,.md pre{background:${darkEmailColours.wash}!important}.md blockquote{border-color:${darkEmailColours.line}!important}`,
    `.a,.md a{color:${tint}!important}.bar{border-color:${tint}!important}.b{background:${tint}!important;color:${darkEmailColours.ground}!important}`,
    ...states,
    "}",
  ].join("\n");
}
