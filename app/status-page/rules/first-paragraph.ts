const longest = 280;

/** Blocks that a headline has no room for. */
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

/** At a blank where there is one near the end; `…` stands for the rest. */
function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= longest) return text;
  const cut = letters.slice(0, longest - 1).join("");
  const blank = cut.lastIndexOf(" ");
  return `${(blank > cut.length * 0.7 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

/** What an update says first, as plain text of at most 280 letters: neither table nor code. Null where it has no such words. */
export function firstParagraph(html: string): string | null {
  const plain = html.replace(blocks, "");
  const paragraph = /<p\b[^>]*>([\s\S]*?)<\/p>/.exec(plain.replace(lists, ""))?.[1];
  const item = /<li\b[^>]*>([\s\S]*?)<\/li>/.exec(plain)?.[1];
  const text = textOf(paragraph ?? item ?? "");
  return text === "" ? null : shortened(text);
}
