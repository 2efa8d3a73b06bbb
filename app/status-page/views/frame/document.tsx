/** @jsxImportSource ~/html */

import chartSource from "~/chart/chart-script?worker&url";
import { type JSX, trustedHtml } from "~/html/jsx-runtime";
import { hasTallScript } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { markdownMediaType } from "~/pages/rules/page-links";
import type { StateLetter } from "~/status/state-letter";
import { PushHeadElements } from "~/subscribers/views/push/push-part";
import type { Theme } from "~/text/theme";
import { faviconOf } from "../parts/favicon";
import barSource from "./bar-script?worker&url";
import copySource from "./copy-script?worker&url";
import { htmlSelectorNames } from "./first-sheet";
import { LiveRegion, LiveScript, type LiveScriptFacts } from "./live";

/** The parts of a public page around its content. */
export interface DocumentHeadContent {
  words: Words;
  title: string;
  /** Inlined, and allowed in the CSP by its hash. */
  style: string;
  /** Null = as the reader's system is set. */
  theme: Theme | null;
  letter: StateLetter;
  noindex: boolean;
  /** Absolute address of this page; null when it has none. */
  canonical: string | null;
  /** One sentence for search results and previews. */
  about: string;
  /** Feeds that feed readers discover: absolute addresses. */
  feeds: readonly { title: string; type: string; href: string }[];
  /** Absolute address of this page as Markdown; absent when it has none. */
  markdown?: string | null;
  /** Absolute oEmbed address of the page; absent when it cannot be embedded. */
  oembed?: string | null;
  /** The link preview (https://ogp.me); null on pages that search engines must not index. */
  preview?: LinkPreview | null;
  /** The page's own icon in its tab; null = the state's. */
  icon: string | null;
  /** Set on pages that update themselves; null on forms. */
  live?: LiveScriptFacts | null;
  /** Seconds after which it is reloaded, by its reader's choice. */
  refresh?: number | null;
  /** The prefix of the page's paths, on a page where browsers subscribe; null on all others. */
  push?: string | null;
  /** True when it has texts to copy. */
  copies?: boolean;
  /** True when it has a chart. */
  chart?: boolean | undefined;
  /** True when it has bars of days that are read one after the other. */
  bars?: boolean | undefined;
}

export interface LinkPreview {
  site: string;
  title: string;
  /** The state as a sentence. */
  sentence: string;
  /** Absolute address of a picture of 1200 × 630. */
  image: string;
}

function PreviewMarks({ preview, url }: { preview: LinkPreview | null; url: string | null }) {
  if (preview === null || url === null) return null;
  const { site, title, sentence, image } = preview;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={sentence} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta property="og:image:alt" content={sentence} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

function Document({ head, children }: { head: DocumentHeadContent; children: JSX.Element }) {
  const {
    words,
    title,
    style,
    theme,
    letter,
    noindex,
    canonical,
    about,
    feeds,
    markdown = null,
    oembed = null,
    preview = null,
    icon,
    live = null,
    refresh = null,
    push = null,
    copies = false,
    chart = false,
    bars = false,
  } = head;
  return (
    <html lang={words.language} dir={words.direction} class={hasTallScript(words.language) ? "tall" : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        <title>{title}</title>
        {about === "" ? null : <meta name="description" content={about} />}
        {refresh === null ? null : <meta http-equiv="refresh" content={String(refresh)} />}
        {noindex ? <meta name="robots" content="noindex" /> : null}
        {canonical === null ? null : <link rel="canonical" href={canonical} />}
        <PreviewMarks preview={preview} url={canonical} />
        {feeds.map(({ title: name, type, href }) => (
          <link key={href} rel="alternate" type={type} title={name} href={href} />
        ))}
        {markdown === null ? null : <link rel="alternate" type={markdownMediaType} href={markdown} />}
        {oembed === null ? null : <link rel="alternate" type="application/json+oembed" href={oembed} />}
        <link rel="icon" href={icon ?? faviconOf(letter)} />
        <style>{trustedHtml(style)}</style>
        <LiveScript live={live} />
        {push === null ? null : <PushHeadElements prefix={push} />}
        {copies ? <script src={copySource} defer /> : null}
        {chart ? <script src={chartSource} defer /> : null}
        {bars ? <script src={barSource} defer /> : null}
      </head>
      <body>
        {children}
        <LiveRegion live={live} />
      </body>
    </html>
  );
}

/** Returns the names by which styles select the whole document: its content and the parts around it. */
export function documentSelectorNames(words: Words, content: JSX.Element): Set<string> {
  const names = htmlSelectorNames(content ?? trustedHtml(""))
    .add("html")
    .add("body");
  if (words.direction === "rtl") names.add("[dir=rtl]");
  return hasTallScript(words.language) ? names.add(".tall") : names;
}

/** Renders a whole public page as text: nothing to fetch, and no script except the live script. */
export const documentHtml = (head: DocumentHeadContent, content: JSX.Element): string =>
  `<!doctype html>${(<Document head={head}>{content}</Document>)?.text}`;
