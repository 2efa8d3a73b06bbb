import { sanitiseStrangerText } from "./stranger-text";

/**
 * Characters that CommonMark and GitHub's tables read as markup within a line; most addresses have none of them.
 * https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
const inlineMarks = /[\\`*[\]<|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|(?<!\S)#/gu;
/** A mark that begins a quote, a heading's underline, a list, a rule or a table's dashes at the start of a line. */
const blockMark = /^(\s*)([-+=:>])/;
const listNumber = /^(\s*\d{1,9})([.)])(?=\s|$)/;
/** Addresses that GitHub turns into links without any markup. */
const bareAddress = /\b(https?|ftp)(?=:\/\/)|\bwww(?=\.)/gi;

/** Escapes the start of a line, where a few more characters begin a block. */
const withoutBlockMark = (line: string): string => line.replace(blockMark, "$1\\$2").replace(listNumber, "$1\\$2");

/** Returns a text in one line without characters that hide or reorder others; blanks at its ends stay, as one. */
const singleLine = (text: string): string => sanitiseStrangerText(text, text.length).replace(/\s+/g, " ");

/** Escapes a passage of a text; `isStart`: it begins a line. An address in it can be read and copied. */
export function escapeMarkdownPassage(text: string, isStart: boolean): string {
  const escaped = singleLine(text).replace(inlineMarks, "\\$&");
  return isStart ? withoutBlockMark(escaped) : escaped;
}

/**
 * Writes a name or title as one line of Markdown that is only its own text: no heading, list, link or table can begin
 * in it, and no address becomes a link.
 */
export const toMarkdownLine = (text: string): string =>
  escapeMarkdownPassage(text, true).trim().replace(bareAddress, "$&\\");

/** Escapes what would end a link's destination, or be read in it as an entity. */
const destination = (href: string): string =>
  href
    .replace(/[\s<>()[\]\\`|*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)
    .replace(/&(?=#?\w+;)/g, "&amp;");

const isSafeAddress = (href: string): boolean => /^(https?:\/\/|mailto:)[^\s]/i.test(href);

/** Writes a link around a label that is Markdown already; only the label where the address could run something. */
export const markdownLinkAround = (label: string, href: string): string =>
  isSafeAddress(href) ? `[${label}](${destination(href)})` : label;

/** Writes a link with a person's text as its label. */
export const markdownLink = (label: string, href: string): string =>
  markdownLinkAround(toMarkdownLine(label) || destination(href), href);

/** Indents all lines but the first, so that they belong to the list item that the first one begins. */
export const indentMarkdown = (text: string, width: number): string =>
  text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);

/** Writes the rows of a table; the first one is its head. Cells are Markdown without line breaks. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  const [head = "", ...rest] = lines;
  return [head, `| ${(rows[0] ?? []).map(() => "---").join(" | ")} |`, ...rest].join("\n");
}
