import { escapeMarkdownPassage, indentMarkdown, markdownLinkAround, markdownTable } from "./markdown-escape";

/** An element that is open: its text so far, and the blocks that ended in it. */
interface OpenElement {
  tag: string;
  attributes: string;
  text: string;
  blocks: string[];
  /** The mark with which its text ends, and the text's length then; null when it ends with none. */
  ending: { mark: string; length: number } | null;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => entities[name] ?? whole);

const attributeOf = ({ attributes }: OpenElement, name: string): string =>
  decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");

/** Returns a run of backticks that is longer than any in the text. */
function fenceAround(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(least, longest + 1));
}

function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const fence = fenceAround(line, 1);
  const gap = /^`|`$|^ .* $/.test(line) ? " " : "";
  return line === "" ? "" : `${fence}${gap}${line}${gap}${fence}`;
}

/** Puts marks close around a text, because none are read beside a blank. */
function marked(text: string, mark: string): string {
  const inner = text.trim();
  return inner === "" ? text : text.replace(inner, () => `${mark}${inner}${mark}`);
}

/**
 * Adds a marked text. It is joined to a preceding text with the same mark, because the marks between them would be read
 * as text.
 */
function addMarked(around: OpenElement, text: string, mark: string): void {
  const made = marked(text, mark);
  const { ending } = around;
  const isContinued = ending?.mark === mark && ending.length === around.text.length && made.startsWith(mark);
  around.text = isContinued ? around.text.slice(0, -mark.length) + made.slice(mark.length) : around.text + made;
  around.ending = made.endsWith(mark) ? { mark, length: around.text.length } : null;
}

function endParagraph(element: OpenElement): void {
  const text = element.text.trim();
  if (text !== "") element.blocks.push(text);
  element.text = "";
}

function blocksOf(element: OpenElement): string {
  endParagraph(element);
  return element.blocks.join("\n\n");
}

const fenced = (text: string): string => {
  const fence = fenceAround(text, 3);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
};

function listItem(element: OpenElement, list: OpenElement): string {
  const first = Number(attributeOf(list, "start") || 1);
  const mark = list.tag === "ol" ? `${first + list.blocks.length}. ` : "- ";
  return `${mark}${indentMarkdown(blocksOf(element), mark.length)}`;
}

const inlineMarks: Readonly<Record<string, string>> = { strong: "**", b: "**", em: "*", i: "*", s: "~~", del: "~~" };
const cellTags = ["td", "th"];

/** Returns the rows of a table, whose cells were collected as blocks separated by a character that no text has. */
const cellEnd = "\u0000";
const rowsOf = ({ blocks }: OpenElement): string[][] => blocks.map((row) => row.split(cellEnd));

/** Returns a cell in one line. Every bar is escaped, even within code, because it would end the cell. */
const cellText = (text: string): string =>
  text
    .replace(/\\\n|\n/g, " ")
    .replace(/(?<!\\)\|/g, "\\|")
    .trim();

/** Adds the result of an element to its parent element. */
function close(element: OpenElement, around: OpenElement): void {
  const { tag, text } = element;
  const block = (made: string) => {
    endParagraph(around);
    if (made.trim() !== "") around.blocks.push(made);
  };
  const mark = inlineMarks[tag];
  if (mark !== undefined) addMarked(around, text, mark);
  else if (tag === "a") around.text += markdownLinkAround(text, attributeOf(element, "href"));
  else if (tag === "code") around.text += around.tag === "pre" ? text : inlineCode(text);
  else if (tag === "pre") block(fenced(text));
  else if (tag === "li") block(listItem(element, around));
  else if (tag === "ul" || tag === "ol") block(element.blocks.join("\n"));
  else if (tag === "blockquote") block(blocksOf(element).replace(/^/gm, "> ").replace(/^> $/gm, ">"));
  else if (cellTags.includes(tag)) around.blocks.push(cellText(text));
  else if (tag === "tr") around.blocks.push(element.blocks.join(cellEnd));
  else if (tag === "thead" || tag === "tbody") around.blocks.push(...element.blocks);
  else if (tag === "table") block(markdownTable(rowsOf(element)));
  else if (/^h[1-6]$/.test(tag)) block(marked(blocksOf(element), "**"));
  else block(blocksOf(element));
}

const lineBreak = "\\\n";

/** Adds a line break. The end of a break before it stays: without its line's end, its backslash would escape this one's. */
function addBreak(around: OpenElement): void {
  const before = around.text.endsWith(lineBreak) ? around.text : around.text.trimEnd();
  around.text = `${before}${lineBreak}`;
}

/** Elements without an end. */
function addVoid(tag: string, around: OpenElement): boolean {
  if (tag === "br") addBreak(around);
  else if (tag === "hr") {
    endParagraph(around);
    around.blocks.push("* * *");
  }
  return tag === "br" || tag === "hr";
}

function addText(around: OpenElement, text: string, isRaw: boolean): void {
  const isStart = around.text === "" || around.text.endsWith("\n");
  around.text += isRaw ? text : escapeMarkdownPassage(isStart ? text.trimStart() : text, isStart);
}

/** Matches the name of a tag, with the slash of an end tag. */
const tagName = /^\/?[a-z][a-z0-9]*/i;

const openElement = (tag: string, attributes = ""): OpenElement => ({
  tag,
  attributes,
  text: "",
  blocks: [],
  ending: null,
});

/**
 * Returns HTML that was made from a person's Markdown (platform/markdown) as Markdown again. It has the same words,
 * links and blocks and no headings; a text that looks like markup is escaped.
 */
export function markdownOfHtml(html: string): string {
  const open = [openElement("")];
  const last = () => open.at(-1) as OpenElement;
  const end = () => {
    const element = open.pop() as OpenElement;
    const mark = inlineMarks[element.tag];
    const isNested = mark !== undefined && open.some(({ tag }) => inlineMarks[tag] === mark);
    if (isNested) last().text += element.text;
    else close(element, last());
  };
  for (const [whole, inner] of html.matchAll(/<([^<>]*)>|[^<]+|</g)) {
    const [name = ""] = tagName.exec(inner ?? "") ?? [];
    const tag = name.replace("/", "").toLowerCase();
    if (tag === "") addText(last(), decoded(whole), last().tag === "code");
    else if (!name.startsWith("/")) addVoid(tag, last()) || open.push(openElement(tag, inner));
    else if (open.some((each) => each.tag === tag)) {
      while (last().tag !== tag) end();
      end();
    }
  }
  while (open.length > 1) end();
  return blocksOf(last());
}
