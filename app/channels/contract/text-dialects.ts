import { splitTextAtAddresses } from "./addresses-in";

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Escaping of a dialect. `copied` marks addresses as code, so that people can copy them exactly. */
interface TextDialect {
  escaped(character: string): string;
  quieted?(text: string, isFirst: boolean): string;
  copied?: { open: string; close: string; escaped(character: string): string };
}

/**
 * Returns a function that writes a text in a markup dialect so that nothing in it mentions, formats or links. The
 * result is at most `most` long, cut between whole visible characters, never inside one or its escape.
 */
function dialect({ escaped, quieted = (text) => text, copied }: TextDialect) {
  return (whole: string, most: number): string => {
    // Escaping never shortens a text, so more characters than this cannot fit.
    const text = whole.slice(0, most + 1);
    let [made, room] = ["", most - 1];
    for (const [index, piece] of (copied ? splitTextAtAddresses(text) : [{ text, isAddress: false }]).entries()) {
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

/** Writes text for receivers that read no markup. */
export const plainChannelText = dialect({ escaped: (character) => character });

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Writes text for HTML, and for dialects with its entities such as Slack's: escaped, no mention, link or date is
 * recognised.
 */
export const htmlChannelText = dialect({ escaped: (character) => entities[character] ?? character });

/** U+2060 word joiner: invisible, and not part of a word. */
const joiner = "\u2060";

/**
 * Prevents what chats recognise without markup: names after "@", tags after "#", schemes, commands, and lists, quotes
 * or headings at the start of a line. It puts nothing invisible inside host names, because people copy these.
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

/** Writes text for Discord: a backslash before its markup. https://support.discord.com/hc/en-us/articles/210298617 */
export const discordChannelText = dialect({ escaped: slashed(/[\\`*_~|>[\]()<]/g), quieted: quiet, copied: ticks });

const common = slashed(/[\\`*_~![\]()|$]/g);
const markdown = (character: string) => entities[character] ?? common(character);

/** Writes text for CommonMark and its relatives. https://spec.commonmark.org/0.31.2/#backslash-escapes */
export const markdownChannelText = dialect({ escaped: markdown, quieted: quiet, copied: ticks });

/**
 * Writes text for Adaptive Cards, which have no code and do not link bare names.
 * https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features
 */
export const adaptiveCardChannelText = (text: string, most: number): string =>
  dialect({ escaped: markdown })(quiet(text, true), most);

/**
 * Writes text for Rocket.Chat, in which a backslash escapes few characters only.
 * https://docs.rocket.chat/docs/format-messages
 */
export const rocketChatChannelText = dialect({
  escaped: (character) => (/[[\]()<>:]/.test(character) ? `${character}${joiner}` : slashed(/[\\*_~`]/g)(character)),
  quieted: quiet,
  copied: ticks,
});

const html = (character: string) => entities[character] ?? character;

/**
 * Writes HTML for Telegram, which also recognises names, addresses and commands in plain text; a tap copies code there.
 * https://core.telegram.org/bots/api#html-style
 */
export const telegramChannelText = dialect({
  escaped: html,
  quieted: quiet,
  copied: { open: "<code>", close: "</code>", escaped: html },
});

/**
 * Replacements from GSM 03.38 for common typographic characters, with which an SMS has 160 characters instead of 70.
 */
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

/** Replaces common typographic characters, so that they alone do not turn a text message into Unicode. */
export const smsChannelText = (text: string, most: number): string =>
  plainChannelText(
    text.replace(/[“”„‘’–—…\u00a0]/g, (sign) => simple[sign] ?? sign),
    most - 2,
  ).replace("…", "...");
