const hidden = /<(style|script|head|title)\b/i;
const breaks = /<(?:br|\/?p|\/?div|\/?tr|\/?li|\/?h[1-6]|\/?table)\b[^<>]*>/gi;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd");

function entity(whole: string, name: string): string {
  if (/^#x[\da-f]{1,6}$/i.test(name)) return character(Number.parseInt(name.slice(2), 16));
  if (/^#\d{1,7}$/.test(name)) return character(Number(name.slice(1)));
  return entities[name.toLowerCase()] ?? whole;
}

/** Removes parts that no reader sees; an element that is never closed hides the rest. Passes over the text once. */
function withoutHidden(html: string): string {
  const seen: string[] = [];
  let rest = html;
  for (let found = hidden.exec(rest); found; found = hidden.exec(rest)) {
    seen.push(rest.slice(0, found.index));
    const inside = rest.slice(found.index + found[0].length);
    const end = inside.search(new RegExp(`</${found[1]}\\b`, "i"));
    rest = end < 0 ? "" : inside.slice(end);
  }
  return [...seen, rest].join(" ");
}

/** Returns an HTML email as plain text for people. It is always displayed as text, so leftover markup is harmless. */
export const textOfHtml = (html: string): string =>
  withoutHidden(html)
    .replaceAll(breaks, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(#?\w{1,8});/g, entity)
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
