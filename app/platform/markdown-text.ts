import type MarkdownIt from "markdown-it";

export type MarkdownToken = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** Text for inline marks. A struck word without its marks would say the opposite. */
const inlineMarks: Record<string, string> = { softbreak: "\n", hardbreak: "\n", s_open: "~~", s_close: "~~" };

/** Returns a link's address in parentheses, unless its text already is the address. */
function addressAfter(label: string, href: string): string {
  if (href === "" || label.endsWith(href) || href === `mailto:${label}`) return "";
  return label === "" ? href : ` (${href})`;
}

export function inlineMarkdownText(tokens: readonly MarkdownToken[]): string {
  let [text, label, href] = ["", 0, ""];
  for (const token of tokens) {
    if (token.type === "link_open") [label, href] = [text.length, String(token.attrGet("href") ?? "")];
    else if (token.type === "link_close") text += addressAfter(text.slice(label), href);
    else text += inlineMarks[token.type] ?? token.content;
  }
  return text.trim();
}

/** An open block: the texts within it, in order. */
interface OpenBlock {
  parts: string[];
  /** The text between its parts. */
  gap: string;
  /** Marks its text once the block is closed. */
  marked: (text: string) => string;
  /** The number of the next item of an ordered list; null = no ordered list. */
  next: number | null;
}

/** Puts a mark before each line; an empty line gets no trailing blanks. */
const withMarks = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, place) => `${place === 0 ? first : rest}${line}`.trimEnd())
    .join("\n");

const quoted = (text: string): string => withMarks(text, "> ", "> ");

/**
 * Indents at most four, because a mark may be a number of nine digits, and a text of many lines would grow too much.
 */
const item = (mark: string) => (text: string) => withMarks(text, mark, " ".repeat(Math.min(mark.length, 4)));

const asIs = (text: string): string => text;

/** Opens a block. Blocks are separated by an empty line, except within one item, list or table. */
function opened(token: MarkdownToken, around: OpenBlock): OpenBlock {
  const block = { parts: [], gap: "\n", marked: asIs, next: null };
  switch (token.type) {
    case "blockquote_open":
      return { ...block, gap: "\n\n", marked: quoted };
    case "ordered_list_open":
      return { ...block, next: Number(token.attrGet("start") ?? 1) };
    case "list_item_open":
      return { ...block, marked: item(around.next === null ? "- " : `${around.next++}. `) };
    case "tr_open":
      return { ...block, gap: " | " };
    default:
      return block;
  }
}

const isBlank = (text: string): boolean => text.trim() === "";

/** Keeps empty cells, so that the others keep their places. */
const isKept = ({ gap }: OpenBlock, text: string): boolean => gap === " | " || !isBlank(text);

function closed({ parts, gap, marked }: OpenBlock): string {
  const text = parts.join(gap).trimEnd();
  return gap === " | " && parts.every(isBlank) ? "" : marked(text);
}

/** Returns the text of a block without inner blocks; the indentation of code is part of its text. */
function leafText(token: MarkdownToken): string {
  if (token.type === "hr") return "---";
  return token.type === "inline"
    ? inlineMarkdownText(token.children ?? [])
    : token.content.replace(/^\n+/, "").trimEnd();
}

/** Returns the words of all tokens as plain text, with marks only where their structure would be lost. */
export function plainTextOfTokens(tokens: readonly MarkdownToken[]): string {
  const whole: OpenBlock = { parts: [], gap: "\n\n", marked: asIs, next: null };
  const open = [whole];
  for (const token of tokens) {
    const around = open.at(-1) ?? whole;
    if (token.nesting === 1) open.push(opened(token, around));
    else {
      const text = token.nesting === -1 ? closed(open.pop() ?? whole) : leafText(token);
      const within = open.at(-1) ?? whole;
      if (isKept(within, text)) within.parts.push(text);
    }
  }
  return closed(whole);
}
