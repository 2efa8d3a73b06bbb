import { expect, test } from "vitest";
import type { EmailContent } from "~/notifications/print/content";
import { renderEmail } from "~/notifications/print/print";
import { stateLabelWithTime } from "~/status-page/api/state-told";
import { badgeSvg } from "~/status-page/formats/badge";
import { embedCardHtml } from "~/status-page/views/embed/card";
import { hebrew, isFault, latin, looseNames, type Writing, writtenIn } from "../support/mixed-direction";
import { look } from "../support/public-page";
import { publicSituations, situationsWith } from "../support/public-situations";
import { rightToLeft, sampleContents } from "../support/sample-letters";
import { sampleSnapshot } from "../support/sample-snapshot";

/** Names and texts of people keep their place among words that run the other way, on every public page. */
const views = Object.keys(publicSituations);
const readers = [
  { language: null, writing: hebrew },
  { language: "ar", writing: latin },
] as const;
const all = readers.flatMap((reader) => views.map((view) => ({ view, ...reader })));

test.each(all)("each name is isolated: $view, $language", async ({ view, language, writing }) => {
  const html = (await situationsWith(writtenIn(writing))[view]?.({ language })) ?? "";
  expect(html).toMatch(writing.own);
  expect(looseNames(html, writing)).toEqual([]);
});

test.each(readers)("on the card and on badges: $language", ({ language, writing }) => {
  const { frame, page } = look(writtenIn(writing)(sampleSnapshot()), { language });
  const told = stateLabelWithTime(page, frame.words);
  expect(looseNames(embedCardHtml({ frame, snapshot: page.snapshot, ...told, style: "" }), writing)).toEqual([]);
  const { written: label } = writing;
  const title = frame.words.t("badge.whole", { name: label, state: told.state });
  const { language: spoken, direction } = frame.words;
  const badge = badgeSvg({ ...told, label, title, language: spoken, direction }, "flat");
  const drawn = badge.match(/<text .*?<\/text>/g) ?? [];
  expect(drawn).toHaveLength(2);
  expect(drawn.filter((each) => isFault(each.replaceAll(/<[^>]+>/g, ""), writing))).toEqual([]);
});

/** What the sample letters name, among Arabic words. A subject has no marks: not every mail program hides them. */
const inLetters: Writing = { ...latin, own: /Acme Cloud|Public API|Webhooks|Larger machines|database|Dana/ };

test.each(Object.keys(sampleContents(rightToLeft)))("in mails and their plain text: %s", (name) => {
  const { html, text } = renderEmail(sampleContents(rightToLeft)[name] as EmailContent, rightToLeft, {});
  const body = html.slice(html.indexOf("<body"));
  expect(looseNames(body, inLetters)).toEqual([]);
  expect(text.split("\n").filter((line) => isFault(line, inLetters))).toEqual([]);
});

test("a name that is not isolated is found: in a sentence, in an attribute, beside our own words", () => {
  const { written } = hebrew;
  for (const loose of [`<p>Down: ${written}</p>`, `<a aria-label="Days of ${written}">x</a>`])
    expect(looseNames(loose, hebrew)).not.toEqual([]);
  expect(looseNames(`<p dir="auto">${written} <b>is down</b></p>`, hebrew)).not.toEqual([]);
  expect(looseNames(`<title>${written} is down</title>`, hebrew)).not.toEqual([]);
  for (const kept of [
    `<p>Down: <bdi>${written}</bdi></p>`,
    `<p>Down: \u2068${written}\u2069</p>`,
    `<a title="${written}">x</a>`,
  ])
    expect(looseNames(kept, hebrew)).toEqual([]);
});
