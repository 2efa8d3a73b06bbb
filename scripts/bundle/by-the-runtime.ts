/** The runtime splits texts into characters itself, with newer tables. */
export const graphemesModuleSource = `const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
module.exports = class {
  splitGraphemes(text) {
    return Array.from(characters.segment(text), ({ segment }) => segment);
  }
};`;

/** The runtime knows the names of charsets itself (https://encoding.spec.whatwg.org/#names-and-labels). */
export const charsetNamesModuleSource = `const nameOf = (label) => {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith("utf-") ? encoding.toUpperCase() : encoding;
  } catch {
    return null;
  }
};
const marks = [["utf-8", 0xef, 0xbb, 0xbf], ["utf-16be", 0xfe, 0xff], ["utf-16le", 0xff, 0xfe]];
module.exports = {
  labelToName: (label) => (label ? nameOf(label) : null),
  getBOMEncoding: (bytes) =>
    marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null,
};`;

/** Classes of punctuation and symbols for Markdown: the runtime's tables are newer. */
export const unicodeClassesModuleSource = `export const P = /\\p{P}/u;
export const S = /\\p{S}/u;
export const Z = /\\p{Z}/u;`;

/** The runtime signs itself, and faster. */
export const hmacModuleSource = `import { createHmac } from "node:crypto";
export const hmac = (key, data) => new Uint8Array(createHmac("sha256", key).update(data).digest());`;
