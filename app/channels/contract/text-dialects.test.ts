import fc from "fast-check";
import markdownIt from "markdown-it";
import { expect, test } from "vitest";
import {
  adaptiveCardChannelText,
  discordChannelText,
  htmlChannelText,
  markdownChannelText,
  plainChannelText,
  rocketChatChannelText,
  smsChannelText,
  telegramChannelText,
} from "./text-dialects";

const joiner = "\u2060";
const pieces = fc.oneof(
  fc.constantFrom(
    "@everyone @here <@123> <!channel> @[you]",
    "#general #12 <#123>",
    "https://evil.example/?a=b www.evil.example mail@evil.example evil.example",
    "[x](https://evil.example) ![x](y) <https://evil.example> [ref]: https://evil.example",
    "**b** __b__ *i* _i_ ~~s~~ `c` ```code``` ||spoiler|| $x$ $$x$$",
    "# head\n## head\n> quote\n>>> quote\n- item\n* item\n1. item\n    code\n---\n===\n| a | b |\n|---|---|",
    "<b>b</b> <script>alert(1)</script> &lt;b&gt; &#60;",
    "/start /leave :smile: <t:1:R> \\* \\",
    "👩‍👩‍👧‍👦",
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."\\`*_~[]()<>!|#@.:-+ \nab1"), maxLength: 40 }),
);
const texts = fc.array(pieces, { maxLength: 6 }).map((all) => all.join("\n"));

const everything = markdownIt({ html: true, linkify: true });
const bare = new Set([
  "paragraph_open",
  "paragraph_close",
  "inline",
  "text",
  "softbreak",
  "hardbreak",
  "text_special",
  "entity",
  "code_inline",
]);

/** Returns the text outside the code in which addresses are. */
const besideCode = (text: string) => text.replace(/<code>.*?<\/code>|(?<!\\)`[^`]+`/gs, " ");

test("Markdown of strangers is read as paragraphs of text and code, whatever is in it", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const tokens = everything.parse(markdownChannelText(text, 5000), {});
      const kinds = tokens.flatMap(({ type, children }) => [type, ...(children ?? []).map((child) => child.type)]);
      expect(kinds.filter((kind) => !bare.has(kind))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("what is read as markup has a backslash before it, or is an entity", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(besideCode(discordChannelText(text, 5000)).replace(/\\[\\`*_~|>[\]()<]/g, "")).not.toMatch(
        /[\\`*_~|>[\]()<]/,
      );
      expect(besideCode(rocketChatChannelText(text, 5000)).replace(/\\[\\*_~`]/g, "")).not.toMatch(/[\\*_~`]|\]\(/);
      for (const escaped of [htmlChannelText, telegramChannelText])
        expect(besideCode(escaped(text, 5000)).replace(/&(?:amp|lt|gt);/g, "")).not.toMatch(/[&<>]/);
    }),
    { numRuns: 300 },
  );
});

test("no name, tag, address, command or list is found where chats look for them without markup", () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const quieted of [discordChannelText, markdownChannelText, rocketChatChannelText, telegramChannelText]) {
        const made = besideCode(quieted(text, 5000));
        expect(made).not.toMatch(/[@#][^\u2060…]/);
        expect(made).not.toMatch(/:\/\//);
        expect(made).not.toMatch(/[a-z0-9]\.[a-z]{2}/i);
        expect(made).not.toMatch(/^(?:[-+*>/=#]|\d)/m);
      }
    }),
    { numRuns: 300 },
  );
});

const copied = [
  "db-1.eu.example.com",
  "bücher.example",
  "xn--bcher-kva.example",
  "192.0.2.17:5432",
  "https://api.example.com:8443/v1/health?full=1&a=b",
  "ops@example.com",
];

test("an address is code, and not one sign in it is another", () => {
  for (const address of copied) {
    for (const quieted of [discordChannelText, markdownChannelText, rocketChatChannelText])
      expect(quieted(`See ${address}: it is down.`, 200)).toBe(
        `See \`${address}\`:${quieted === rocketChatChannelText ? joiner : ""} it is down.`,
      );
    const html = `See <code>${address.replaceAll("&", "&amp;")}</code>: it is down.`;
    expect(telegramChannelText(`See ${address}: it is down.`, 200)).toBe(html);
  }
  // Cards have no code, and do not link bare names.
  expect(adaptiveCardChannelText("See db-1.eu.example.com", 200)).toBe("See db-1.eu.example.com");
  for (const text of ["99.9 % of 1.5 s", "e.g. this", "Done. Next", "v2.3.1"])
    expect(markdownChannelText(`So: ${text}`, 200)).toBe(`So: ${text}`);
});

test("an address that is cut is still code, or left out whole", () => {
  for (let most = 1; most < 30; most++) {
    const made = markdownChannelText("At https://a.example/path", most);
    expect(made.length).toBeLessThanOrEqual(most);
    expect(made.split("`").length % 2).toBe(1);
    expect(made).not.toContain("``");
  }
});

test("a text of any length costs what there is room for", () => {
  for (const text of [`a${".".repeat(1_000_000)}b`, "a.bc ".repeat(200_000), "@".repeat(1_000_000)])
    for (const quieted of [discordChannelText, markdownChannelText, rocketChatChannelText, telegramChannelText])
      expect(quieted(text, 1500).length).toBeLessThanOrEqual(1500);
});

test("people read what was written", () => {
  const words = "Café “Zwölf”: 99 % of requests fail (since 12:05)";
  for (const said of [
    plainChannelText,
    htmlChannelText,
    discordChannelText,
    telegramChannelText,
    rocketChatChannelText,
    markdownChannelText,
  ])
    expect(said(words, 200).replaceAll(joiner, "").replaceAll("\\", "")).toBe(words);
  expect(smsChannelText(words, 200)).toBe('Café "Zwölf": 99 % of requests fail (since 12:05)');
});

test("texts are cut between whole characters, never inside an escape", () => {
  expect(plainChannelText("👩‍👩‍👧‍👦".repeat(3), 25)).toBe("👩‍👩‍👧‍👦👩‍👩‍👧‍👦…");
  expect(htmlChannelText("a<b", 5)).toBe("a…");
  expect(smsChannelText("x".repeat(100), 40)).toBe(`${"x".repeat(37)}...`);
});
