import { type BadgeStyle, badgePath, embedPath, embedScriptPath } from "~/pages/rules/page-links";
import { escapeHtml } from "~/text/escape-html";

/** The subject of the snippets: either the page, by its public address, or one of its components. */
export interface EmbedSnippetTarget {
  url: string;
  /** The picture's alternative text. */
  name: string;
  component: string | null;
  style: BadgeStyle;
}

const linkOf = ({ url, component }: EmbedSnippetTarget) =>
  component === null ? url : `${url}/components/${encodeURIComponent(component)}`;

export const badgeUrl = ({ url, component, style }: EmbedSnippetTarget): string =>
  `${url}${badgePath(component ?? undefined, style === "flat" ? undefined : style)}`;

/** Escapes characters that would end an image's text in Markdown. */
const inMarkdown = (text: string) => text.replace(/[\\[\]]/g, "\\$&");

export const badgeMarkdown = (shown: EmbedSnippetTarget): string =>
  `[![${inMarkdown(shown.name)}](${badgeUrl(shown)})](${linkOf(shown)})`;

export const badgeHtml = (shown: EmbedSnippetTarget): string =>
  `<a href="${escapeHtml(linkOf(shown))}"><img src="${escapeHtml(badgeUrl(shown))}" alt="${escapeHtml(shown.name)}"></a>`;

export const cardEmbedSnippet = ({ url, name }: EmbedSnippetTarget): string =>
  `<iframe src="${escapeHtml(`${url}${embedPath}`)}" title="${escapeHtml(name)}" width="360" height="260" style="border:0" loading="lazy"></iframe>`;

export const statusLineEmbedHtml = ({ url }: EmbedSnippetTarget): string =>
  `<script src="${escapeHtml(`${new URL(url).origin}${embedScriptPath}`)}" async></script><upfront-status page="${escapeHtml(url)}"></upfront-status>`;
