/** @jsxImportSource ~/html */

import { type JSX, trusted } from "~/html/jsx-runtime";
import { isTall } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import type { StateLetter } from "~/status/state-letter";
import { PushHead } from "~/subscribers/views/push/push-part";
import type { Theme } from "~/text/theme";
import { faviconOf } from "../parts/favicon";
import copySource from "./copy-script?worker&url";
import { namesIn } from "./first-sheet";
import { type Live, LiveScript, Voice } from "./live";

/** What stands around the content of a public page. */
export interface Head {
  words: Words;
  title: string;
  /** Inlined, named in the CSP by its hash. */
  style: string;
  /** Null = as the reader's system says. */
  theme: Theme | null;
  letter: StateLetter;
  noindex: boolean;
  /** Absolute address of this very page; null where there is none to name. */
  canonical: string | null;
  /** One sentence for search results and previews. */
  about: string;
  /** What feed readers find by themselves: absolute addresses. */
  feeds: readonly { title: string; type: string; href: string }[];
  /** What the preview of a link shows (https://ogp.me); null on pages that are not for everybody to find. */
  preview?: Preview | null;
  /** The page's own icon in its tab; null = the state's. */
  icon: string | null;
  /** Where it stays current by itself; null on forms. */
  live?: Live | null;
  /** Loaded again after so many seconds, by its reader's choice. */
  refresh?: number | null;
  /** Before each path of a page on which browsers subscribe; null on all others. */
  push?: string | null;
  /** Texts on it are there to be copied. */
  copies?: boolean;
}

export interface Preview {
  site: string;
  title: string;
  /** The state in a sentence. */
  sentence: string;
  /** Absolute address of a picture of 1200 × 630. */
  image: string;
}

function PreviewMarks({ preview, url }: { preview: Preview | null; url: string | null }) {
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

function Document({ head, children }: { head: Head; children: JSX.Element }) {
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
    preview = null,
    icon,
    live = null,
    refresh = null,
    push = null,
    copies = false,
  } = head;
  return (
    <html lang={words.language} dir={words.direction} class={isTall(words.language) ? "tall" : undefined}>
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
        <link rel="icon" href={icon ?? faviconOf(letter)} />
        <style>{trusted(style)}</style>
        <LiveScript live={live} />
        {push === null ? null : <PushHead prefix={push} />}
        {copies ? <script src={copySource} defer /> : null}
      </head>
      <body>
        {children}
        <Voice live={live} />
      </body>
    </html>
  );
}

/** The names by which styles know what the whole document has, its content and what stands around it. */
export function namesOf(words: Words, content: JSX.Element): Set<string> {
  const names = namesIn(content ?? trusted(""))
    .add("html")
    .add("body");
  if (words.direction === "rtl") names.add("[dir=rtl]");
  return isTall(words.language) ? names.add(".tall") : names;
}

/** A whole public page as text: nothing to fetch, and no script but the one that keeps it current. */
export const documentText = (head: Head, content: JSX.Element): string =>
  `<!doctype html>${(<Document head={head}>{content}</Document>)?.text}`;
