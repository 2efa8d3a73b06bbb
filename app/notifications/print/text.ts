import type { EmailBlock, EmailContent, EmailReader } from "./content";
import { manyLines, oneLine } from "./harmless";

const rule = "–".repeat(12);

/** Returns "name: value" as the language writes it. */
type Pair = (name: string, value: string) => string;

const titled = (word: string, when: string) => oneLine(when ? `${word} · ${when}` : word);

function linesOf(block: EmailBlock, pair: Pair): string {
  switch (block.kind) {
    case "text":
    case "note":
      return manyLines(block.text);
    case "heading":
      return `${rule}\n${oneLine(block.text)}`;
    case "update":
      return [
        titled(block.word, block.when),
        manyLines(block.text).trim(),
        ...block.notes.map((each) => oneLine(each, 600)),
      ]
        .filter(Boolean)
        .join("\n");
    case "states":
      return block.items.map(({ name, state }) => `- ${pair(oneLine(name), state.word)}`).join("\n");
    case "facts":
      return block.items.map(({ name, value }) => pair(oneLine(name), oneLine(value, 2000))).join("\n");
    case "code":
      return `${oneLine(block.about)}\n\n    ${block.code}`;
    case "button":
      return `${oneLine(block.text)}\n${block.url}`;
  }
}

/** Returns the plain text, with everything that the HTML has. */
export function textOf({ brand, state, title, blocks, foot, links }: EmailContent, { words }: EmailReader): string {
  const pair: Pair = (name, value) => words.t("badge.whole", { name, state: value });
  const head = [oneLine(brand.name), ...(state ? [state.word] : []), oneLine(title)].join("\n");
  const tail = [pair(oneLine(brand.name), brand.url), ...links.map(({ text, url }) => pair(text, url))];
  const parts = [
    head,
    ...blocks.map((block) => linesOf(block, pair)),
    "-- ",
    [...foot.map((each) => oneLine(each, 600)), ...tail].join("\n"),
  ];
  return `${parts
    .filter((part) => part.trim() !== "")
    .join("\n\n")
    .replace("-- \n\n", "-- \n")}\n`;
}
