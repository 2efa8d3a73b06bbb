const maxChars = 280;

/** Blocks that are left out of a headline when there is other text. */
const blocks = /<(pre|table|blockquote|h[1-6])\b[\s\S]*?<\/\1>/g;
const lists = /<(ul|ol)\b[\s\S]*?<\/\1>/g;

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const textOf = (html: string) =>
  decoded(html.replace(/<[^<>]*>/g, " "))
    .replace(/\s+/g, " ")
    .replace(/ ([.,;:!?)])/g, "$1")
    .trim();

/** Shortens the text at a blank, if there is one near the end; `…` stands for the rest and what follows. */
function shortened(text: string, goesOn: boolean): string {
  const letters = [...text];
  if (letters.length <= maxChars - (goesOn ? 2 : 0)) return goesOn ? `${text} …` : text;
  const cut = letters.slice(0, maxChars - 1).join("");
  const blank = cut.lastIndexOf(" ");
  return `${(blank > cut.length * 0.7 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

/** Returns true when there is text outside of tags. */
const hasText = (html: string): boolean => /(?:^|>)[^<]*[^<\s]/.test(html);

/**
 * Returns the beginning of an update as plain text of at most 280 characters: a paragraph, otherwise an item, otherwise
 * any text, such as a pasted log. `…` stands for everything that follows or was skipped. Null when there is no text.
 */
export function firstParagraph(html: string): string | null {
  const plain = html.replace(blocks, "");
  const paragraph = /<p\b[^>]*>[\s\S]*?<\/p>/.exec(plain.replace(lists, ""))?.[0];
  const item = /<li\b[^>]*>[\s\S]*?<\/li>/.exec(plain)?.[0];
  const first = [paragraph, item].find((each) => each !== undefined && textOf(each) !== "") ?? html;
  const text = textOf(first);
  if (text === "") return null;
  return shortened(text, hasText(html.replace(first, () => "")));
}
