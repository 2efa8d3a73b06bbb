import type MarkdownIt from "markdown-it";

export type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** What stands for a mark of inline text: a struck word without its marks would say the opposite. */
const inlineMarks: Record<string, string> = { softbreak: "\n", hardbreak: "\n", s_open: "~~", s_close: "~~" };

/** The address of a link follows its words unless they are the address. */
function addressAfter(label: string, href: string): string {
  if (href === "" || label.endsWith(href) || href === `mailto:${label}`) return "";
  return label === "" ? href : ` (${href})`;
}

export function inlineText(tokens: readonly Token[]): string {
  let [text, label, href] = ["", 0, ""];
  for (const token of tokens) {
    if (token.type === "link_open") [label, href] = [text.length, String(token.attrGet("href") ?? "")];
    else if (token.type === "link_close") text += addressAfter(text.slice(label), href);
    else text += inlineMarks[token.type] ?? token.content;
  }
  return text.trim();
}

/** A block that is open: the texts within it, in their order. */
interface OpenBlock {
  parts: string[];
  /** Between its parts. */
  gap: string;
  /** What becomes of its text once it is closed. */
  marked: (text: string) => string;
  /** Of an ordered list the number of its next item; null = it has none. */
  next: number | null;
}

/** Each line after its mark; an empty line gets no blanks at its end. */
const withMarks = (text: string, first: string, rest: string): string =>
  text
    .split("\n")
    .map((line, place) => `${place === 0 ? first : rest}${line}`.trimEnd())
    .join("\n");

const quoted = (text: string): string => withMarks(text, "> ", "> ");

/** As wide as the mark, which may be a number of nine digits: then a text of many lines would grow beyond bounds. */
const item = (mark: string) => (text: string) => withMarks(text, mark, " ".repeat(Math.min(mark.length, 4)));

const asIs = (text: string): string => text;

/** Blocks stand apart by an empty line, except where they belong to one item, list or table. */
function opened(token: Token, around: OpenBlock): OpenBlock {
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

/** Cells keep their places, even the empty ones. */
const isKept = ({ gap }: OpenBlock, text: string): boolean => gap === " | " || !isBlank(text);

function closed({ parts, gap, marked }: OpenBlock): string {
  const text = parts.join(gap).trimEnd();
  return gap === " | " && parts.every(isBlank) ? "" : marked(text);
}

/** A block without blocks within it; of code the indentation is part of the text. */
function leafText(token: Token): string {
  if (token.type === "hr") return "---";
  return token.type === "inline" ? inlineText(token.children ?? []) : token.content.replace(/^\n+/, "").trimEnd();
}

/** The words of all tokens as plain text, with marks only where their structure would be lost. */
export function textOf(tokens: readonly Token[]): string {
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
