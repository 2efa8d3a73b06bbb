import type { EmailContent, EmailContentBlock, EmailReader } from "./content";
import { safeMultilineText, safeSingleLine } from "./harmless";

const rule = "–".repeat(12);

/** Returns "name: value" as the language writes it. */
type Pair = (name: string, value: string) => string;

const titled = (word: string, when: string) => safeSingleLine(when ? `${word} · ${when}` : word);

function linesOf(block: EmailContentBlock, pair: Pair): string {
  switch (block.kind) {
    case "text":
    case "note":
      return safeMultilineText(block.text);
    case "heading":
      return `${rule}\n${safeSingleLine(block.text)}`;
    case "update":
      return [
        titled(block.word, block.when),
        safeMultilineText(block.text).trim(),
        ...block.notes.map((each) => safeSingleLine(each, 600)),
      ]
        .filter(Boolean)
        .join("\n");
    case "states":
      return block.items.map(({ name, state }) => `- ${pair(safeSingleLine(name), state.word)}`).join("\n");
    case "facts":
      return block.items.map(({ name, value }) => pair(safeSingleLine(name), safeSingleLine(value, 2000))).join("\n");
    case "code":
      return `${safeSingleLine(block.about)}\n\n    ${block.code}`;
    case "button":
      return `${safeSingleLine(block.text)}\n${block.url}`;
  }
}

/** Returns the plain text, with everything that the HTML has. */
export function emailTextOf(
  { brand, state, title, blocks, foot, links }: EmailContent,
  { words }: EmailReader,
): string {
  const pair: Pair = (name, value) => words.t("badge.whole", { name, state: value });
  const head = [safeSingleLine(brand.name), ...(state ? [state.word] : []), safeSingleLine(title)].join("\n");
  const tail = [pair(safeSingleLine(brand.name), brand.url), ...links.map(({ text, url }) => pair(text, url))];
  const parts = [
    head,
    ...blocks.map((block) => linesOf(block, pair)),
    "-- ",
    [...foot.map((each) => safeSingleLine(each, 600)), ...tail].join("\n"),
  ];
  return `${parts
    .filter((part) => part.trim() !== "")
    .join("\n\n")
    .replace("-- \n\n", "-- \n")}\n`;
}
