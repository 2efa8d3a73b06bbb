import { piecesOf } from "./addresses-in";

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How a dialect writes a text, and what people copy in it: an address, between signs that say it is one. */
interface Written {
  escaped(character: string): string;
  quieted?(text: string, isFirst: boolean): string;
  copied?: { open: string; close: string; escaped(character: string): string };
}

/**
 * A text in a dialect of markup, at most `most` long, where nothing of it mentions, formats or links; cut between whole
 * characters as people see them, never inside one or its escape.
 */
function dialect({ escaped, quieted = (text) => text, copied }: Written) {
  return (whole: string, most: number): string => {
    // Nothing becomes shorter: what stands behind that many has no room, however long the text is.
    const text = whole.slice(0, most + 1);
    let [made, room] = ["", most - 1];
    for (const [index, piece] of (copied ? piecesOf(text) : [{ text, isAddress: false }]).entries()) {
      const how = piece.isAddress && copied ? copied : { open: "", close: "", escaped };
      const withCode = (inner: string) => (inner === "" ? made : `${made}${how.open}${inner}${how.close}`);
      let inner = "";
      room -= how.open.length + how.close.length;
      for (const { segment } of characters.segment(piece.isAddress ? piece.text : quieted(piece.text, index === 0))) {
        const next = [...segment].map(how.escaped).join("");
        room -= next.length;
        if (room < 0) return `${withCode(inner)}…`;
        inner += next;
      }
      made = withCode(inner);
    }
    return made;
  };
}

/** For where the other side reads no markup. */
export const plain = dialect({ escaped: (character) => character });

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** HTML, and what reads its entities, as Slack does: with these escaped no mention, link or date comes to life. */
export const htmlText = dialect({ escaped: (character) => entities[character] ?? character });

/** U+2060: invisible, and no part of a word. */
const joiner = "\u2060";

/**
 * What chats find without markup finds nothing: no name after "@", no tag after "#", no scheme, no command, and no list,
 * quote or heading at the beginning of a line. Nothing invisible stands within a name of a host: people copy these.
 */
const quiet = (text: string, isFirst: boolean): string =>
  text
    .replace(/#|:(?=\/\/)/g, (sign) => `${sign}${joiner}`)
    .replaceAll("@", `${joiner}@${joiner}`)
    .replace(/(^|\n)(?=[^\p{L}\p{N}\n]|\d)/gu, (start, _, at) =>
      at === 0 && start === "" && !isFirst ? start : `${start}${joiner}`,
    );

const slashed = (signs: RegExp) => (character: string) => character.replace(signs, "\\$&");

const asItIs = (character: string) => character;
const ticks = { open: "`", close: "`", escaped: asItIs };

/** Text of Discord: a backslash before what it reads as markup. https://support.discord.com/hc/en-us/articles/210298617 */
export const discordText = dialect({ escaped: slashed(/[\\`*_~|>[\]()<]/g), quieted: quiet, copied: ticks });

const common = slashed(/[\\`*_~![\]()|$]/g);
const markdown = (character: string) => entities[character] ?? common(character);

/** Text within CommonMark and its relatives. https://spec.commonmark.org/0.31.2/#backslash-escapes */
export const markdownText = dialect({ escaped: markdown, quieted: quiet, copied: ticks });

/**
 * Text of Adaptive Cards, which have no code and make no link of a bare name.
 * https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features
 */
export const cardText = (text: string, most: number): string => dialect({ escaped: markdown })(quiet(text, true), most);

/** Text of Rocket.Chat, which has a backslash for few signs only. https://docs.rocket.chat/docs/format-messages */
export const rocketText = dialect({
  escaped: (character) => (/[[\]()<>:]/.test(character) ? `${character}${joiner}` : slashed(/[\\*_~`]/g)(character)),
  quieted: quiet,
  copied: ticks,
});

const html = (character: string) => entities[character] ?? character;

/**
 * HTML where names, addresses and commands are found in plain text as well, as Telegram does; code is copied there by a
 * touch. https://core.telegram.org/bots/api#html-style
 */
export const telegramText = dialect({
  escaped: html,
  quieted: quiet,
  copied: { open: "<code>", close: "</code>", escaped: html },
});

/** Signs with which SMS has 160 in place of 70 (GSM 03.38), for those that people's keyboards put in their place. */
const simple: Record<string, string> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "‘": "'",
  "’": "'",
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
};

/** Short, and without a sign that doubles its price. */
export const smsText = (text: string, most: number): string =>
  plain(
    text.replace(/[“”„‘’–—…\u00a0]/g, (sign) => simple[sign] ?? sign),
    most - 2,
  ).replace("…", "...");
