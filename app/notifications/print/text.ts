import type { EmailContent, EmailContentBlock, EmailReader } from "./content";
import { toSafeMultiline, toSafeSingleLine } from "./harmless";

const rule = "–".repeat(12);

/** Returns "name: value" as the language writes it. */
type Pair = (name: string, value: string) => string;

const titled = (word: string, when: string) => toSafeSingleLine(when ? `${word} · ${when}` : word);

function linesOf(block: EmailContentBlock, pair: Pair): string {
  switch (block.kind) {
    case "text":
    case "note":
      return toSafeMultiline(block.text);
    case "heading":
      return `${rule}\n${toSafeSingleLine(block.text)}`;
    case "update":
      return [
        titled(block.word, block.when),
        toSafeMultiline(block.text).trim(),
        ...block.notes.map((each) => toSafeSingleLine(each, 600)),
      ]
        .filter(Boolean)
        .join("\n");
    case "states":
      return block.items.map(({ name, state }) => `- ${pair(toSafeSingleLine(name), state.word)}`).join("\n");
    case "facts":
      return block.items
        .map(({ name, value }) => pair(toSafeSingleLine(name), toSafeSingleLine(value, 2000)))
        .join("\n");
    case "code":
      return `${toSafeSingleLine(block.about)}\n\n    ${block.code}`;
    case "button":
      return `${toSafeSingleLine(block.text)}\n${block.url}`;
  }
}

/** Returns the plain text, with everything that the HTML has. */
export function emailTextOf(
  { brand, state, title, blocks, foot, links }: EmailContent,
  { words }: EmailReader,
): string {
  const pair: Pair = (name, value) => words.t("badge.whole", { name, state: value });
  const head = [toSafeSingleLine(brand.name), ...(state ? [state.word] : []), toSafeSingleLine(title)].join("\n");
  const tail = [pair(toSafeSingleLine(brand.name), brand.url), ...links.map(({ text, url }) => pair(text, url))];
  const parts = [
    head,
    ...blocks.map((block) => linesOf(block, pair)),
    "-- ",
    [...foot.map((each) => toSafeSingleLine(each, 600)), ...tail].join("\n"),
  ];
  return `${parts
    .filter((part) => part.trim() !== "")
    .join("\n\n")
    .replace("-- \n\n", "-- \n")}\n`;
}
