import { type BadgeStyle, badgePath, embedPath, embedScriptPath } from "~/pages/rules/page-links";
import { escapeHtml } from "~/text/escape-html";

/** The subject of the snippets: the page by its public address, or one of its components. */
export interface SnippetTarget {
  url: string;
  /** The picture's alternative text. */
  name: string;
  component: string | null;
  style: BadgeStyle;
}

const linkOf = ({ url, component }: SnippetTarget) =>
  component === null ? url : `${url}/components/${encodeURIComponent(component)}`;

export const badgeAddress = ({ url, component, style }: SnippetTarget): string =>
  `${url}${badgePath(component ?? undefined, style === "flat" ? undefined : style)}`;

/** Escapes characters that would end an image's text in Markdown. */
const inMarkdown = (text: string) => text.replace(/[\\[\]]/g, "\\$&");

export const badgeMarkdown = (shown: SnippetTarget): string =>
  `[![${inMarkdown(shown.name)}](${badgeAddress(shown)})](${linkOf(shown)})`;

export const badgeHtml = (shown: SnippetTarget): string =>
  `<a href="${escapeHtml(linkOf(shown))}"><img src="${escapeHtml(badgeAddress(shown))}" alt="${escapeHtml(shown.name)}"></a>`;

export const cardHtml = ({ url, name }: SnippetTarget): string =>
  `<iframe src="${escapeHtml(`${url}${embedPath}`)}" title="${escapeHtml(name)}" width="360" height="200" style="border:0" loading="lazy"></iframe>`;

export const lineHtml = ({ url }: SnippetTarget): string =>
  `<script src="${escapeHtml(`${new URL(url).origin}${embedScriptPath}`)}" async></script><upfront-status page="${escapeHtml(url)}"></upfront-status>`;
