const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text in a dialect of markup, at most `most` long, where nothing of it mentions, formats or links; cut between whole
 * characters as people see them, never inside one or its escape.
 */
const dialect =
  (escaped: (character: string) => string) =>
  (text: string, most: number): string => {
    let [made, room] = ["", most - 1];
    for (const { segment } of characters.segment(text)) {
      const next = [...segment].map(escaped).join("");
      room -= next.length;
      if (room < 0) return `${made}…`;
      made += next;
    }
    return made;
  };

/** For where the other side reads no markup. */
export const plain = dialect((character) => character);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** HTML, and what reads its entities, as Slack does: with these escaped no mention, link or date comes to life. */
export const htmlText = dialect((character) => entities[character] ?? character);

/** U+2060: invisible, and no part of a word. */
const joiner = "\u2060";

/**
 * What chats find without markup finds nothing: no name after "@", no tag after "#", no address, no command, and no list,
 * quote or heading at the beginning of a line.
 */
const quiet = (text: string): string =>
  text
    .replace(/#|:(?=\/\/)/g, (sign) => `${sign}${joiner}`)
    .replaceAll("@", `${joiner}@${joiner}`)
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `${joiner}.`)
    .replace(/^(?=[^\p{L}\p{N}\n]|\d)/gmu, joiner);

const quieted =
  (escaped: (character: string) => string) =>
  (text: string, most: number): string =>
    dialect(escaped)(quiet(text), most);

const slashed = (signs: RegExp) => (character: string) => character.replace(signs, "\\$&");

/** Text of Discord: a backslash before what it reads as markup. https://support.discord.com/hc/en-us/articles/210298617 */
export const discordText = quieted(slashed(/[\\`*_~|>[\]()<]/g));

const common = slashed(/[\\`*_~![\]()|$]/g);

/** Text within CommonMark and its relatives. https://spec.commonmark.org/0.31.2/#backslash-escapes */
export const markdownText = quieted((character) => entities[character] ?? common(character));

/** Text of Rocket.Chat, which has a backslash for few signs only. https://docs.rocket.chat/docs/format-messages */
export const rocketText = quieted((character) =>
  /[[\]()<>:]/.test(character) ? `${character}${joiner}` : slashed(/[\\*_~`]/g)(character),
);

/** HTML where names, addresses and commands are found in plain text as well, as Telegram does. */
export const telegramText = quieted((character) => entities[character] ?? character);

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
