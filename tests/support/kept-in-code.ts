/** Texts and joins that stay in code, each with its reason; an entry that nothing needs any more is an error. */
export interface Kept {
  file: string;
  /** Its text, or a part of it. */
  text: string;
  why: string;
}

const css = "style, not words";
const utc = "UTC as ISO 8601 has it, for whoever compares clocks: the same in every language";

export const keptInCode: readonly Kept[] = [
  { file: "app/audit/desk/audit-words.ts", text: "name", why: "the technical name of what has no word, spelt out" },
  {
    file: "app/maintenances/desk/maintenance-repeat-words.ts",
    text: "interval === 1 ?",
    why: "“every week” is said of exactly 1, “every {{count}} weeks” of the rest: Russian’s form for 1 also counts 21",
  },
  { file: "app/ui/parts/time-text.tsx", text: "utcTitleText(from)} – ", why: utc },
  { file: "app/status-page/views/parts/time-text.tsx", text: "isoToUtcText(iso)} – ", why: utc },
  { file: "app/sources/desk/delivery.route.tsx", text: "header}: ", why: "a header as HTTP writes it" },
  {
    file: "app/status-page/views/elsewhere/snippets.ts",
    text: "",
    why: "HTML and Markdown that is copied into other sites",
  },
  { file: "app/status-page/views/embed/card.tsx", text: "<!doctype html>{}", why: "markup" },
  { file: "app/status-page/views/frame/document.tsx", text: "<!doctype html>{}", why: "markup" },
  { file: "app/status-page/views/frame/document.tsx", text: "light dark", why: css },
  { file: "app/status-page/views/frame/style.ts", text: "@media screen", why: css },
  { file: "app/status-page/views/parts/favicon.ts", text: "", why: "an image in SVG" },
  { file: "app/notifications/print/headers.ts", text: "All", why: "a header’s value" },
  { file: "app/notifications/print/html.tsx", text: "system-ui,", why: css },
  { file: "app/notifications/print/html.tsx", text: "1px solid {}", why: css },
  { file: "app/notifications/print/html.tsx", text: "light dark", why: css },
  { file: "app/notifications/print/html.tsx", text: "<!doctype html>{}", why: "markup" },
  { file: "app/notifications/print/email-blocks.tsx", text: "3px solid {}", why: css },
  { file: "app/notifications/print/email-blocks.tsx", text: "1px solid {}", why: css },
  { file: "app/notifications/print/style.ts", text: "", why: css },
  { file: "app/chart/response-figure.ts", text: "`url(#${this", why: "a reference within SVG" },
  { file: "app/chart/response-figure.ts", text: "rc-band rc-{}", why: "class names" },
  { file: "app/chart/response-figure.ts", text: "rc-wash rc-{}", why: "class names" },
  { file: "app/chart/response-figure.ts", text: "rc-bar rc-{}", why: "class names" },
  { file: "app/chart/response-figure.ts", text: "rc-limit rc-{}", why: "class names" },
  {
    file: "app/status-page/formats/badge.ts",
    text: "text.toLocaleUpperCase(language)",
    why: "capitals are the look that was asked for, made by the rules of the language",
  },
  { file: "app/status-page/formats/badge.ts", text: "Verdana,", why: css },
  { file: "app/status-page/formats/badge.ts", text: "<", why: "markup" },
  { file: "app/status-page/formats/calendar.ts", text: "BEGIN:VTIMEZONE", why: "a part of RFC 5545’s format" },
  {
    file: "app/status-page/formats/calendar.ts",
    text: "Status calendar",
    why: "our product’s identifier in iCalendar, which nobody is shown",
  },
  {
    file: "app/status-page/formats/calendar.ts",
    text: "words.status(status, announced)} – ",
    why: "a state before a text of several sentences: the dash is a sign in all languages",
  },
  {
    file: "app/status-page/formats/feed-html.ts",
    text: "",
    why: "Statuspage’s format, which programs read by its dash and its marks",
  },
  { file: "app/status-page/formats/sitemap.ts", text: "<?xml", why: "markup" },
  { file: "app/status-page/formats/oembed-fields.ts", text: "<", why: "markup" },
  { file: "app/status-page/formats/social-image.ts", text: "<", why: "markup" },
  { file: "app/status-page/formats/state-look.ts", text: "<", why: "markup" },
  {
    file: "app/status-page/formats/statuspage-v2-incidents.ts",
    text: "group.name} - ",
    why: "Statuspage’s own format",
  },
];
