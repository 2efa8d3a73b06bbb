import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasAllWords,
  searchIndexTokens,
  searchTokens,
  snippetAroundWords,
  wordsOfSearch,
  wordsOfText,
} from "./text-words";

test.each([
  ["Payments fail: 3.5 % of cards", ["payments", "fail", "3", "5", "of", "cards"]],
  ["Zahlungen über SEPA verzögert, Straße", ["zahlungen", "uber", "sepa", "verzogert", "straße"]],
  ["ΟΔΟΣ οδός", ["οδοσ"]],
  ["決済が遅い API", ["決済", "済が", "が遅", "遅い", "い", "api"]],
  ["ガス", ["ガス", "ス"]],
  ["ﾃﾞｰﾀ", ["デー", "ータ", "タ"]],
  ["결제 오류", ["결제", "제", "오류", "류"]],
  ["ระบบล่ม", ["ระ", "ะบ", "บบ", "บล", "ลม", "ม"]],
  ["والتحديثات", ["وا", "ال", "لت", "تح", "حد", "دي", "يث", "ثا", "ات", "ت"]],
  ["مُعطّل مــعطل", ["مع", "عط", "طل", "ل"]],
  ["㍱0 5℃", ["hpa", "0", "5", "c"]],
  ["… — !", []],
])("%s is kept as %j", (text, tokens) => {
  expect(searchIndexTokens(text)).toEqual(tokens);
});

const found = (text: string, search: string) => hasAllWords([text], wordsOfSearch(search));

test.each([
  ["Die Zahlungen stehen.", "zahlung", true],
  ["Die Zahlungen stehen.", "stehen ZAHLUNGEN", true],
  ["Die Zahlungen stehen.", "zahlungen gehen", false],
  ["Datenbankserver", "server", false],
  ["Überlastung", "uberlast", true],
  ["クレジットカード決済サービス", "決済", true],
  ["クレジットカード決済サービス", "済決", false],
  ["カス", "ガス", false],
  ["결제서버가 느립니다", "서버", true],
  ["ระบบชำระเงินล่ม", "ชำระเงิน", true],
  ["نشرنا التحديثات كلها", "تحديث", true],
  ["نشرنا التحديثات كلها", "حادث", false],
  ["Anything", "", false],
  ["Anything", "!", false],
])("%s is found by %s: %s", (text, search, expected) => {
  expect(found(text, search)).toBe(expected);
});

/** Texts of letters, marks and signs of all scripts. */
const letters = fc.constantFrom(..."aäöZßσςΣéÉ1٣ー決済がガｶﾞ가각ระบกำشتالéْ \n-_.,%/");
const texts = fc.array(letters, { maxLength: 40 }).map((all) => all.join(""));

/** True when the index would name the text: it has a token that starts with each that is searched. */
const isNamed = (text: string, search: string) => {
  const tokens = searchIndexTokens(text);
  return wordsOfSearch(search).every((word) =>
    searchTokens(word).every((start) => tokens.some((token) => token.startsWith(start))),
  );
};

test("every word of a text finds it, in the index and in the text", () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: "grapheme", maxLength: 40 })), (text) => {
      for (const word of text.split(/[^\p{L}\p{N}\p{M}]+/u)) {
        if (wordsOfText(word).length === 0) continue;
        expect(isNamed(text, word), word).toBe(true);
        expect(found(text, word), word).toBe(true);
      }
    }),
  );
});

test("what has the words is named by the index, and what it does not name has not got them", () => {
  fc.assert(
    fc.property(texts, texts, (text, search) => {
      if (found(text, search)) expect(isNamed(text, search)).toBe(true);
    }),
  );
});

test("a snippet is a part of the text around the first word found, and no longer than a line", () => {
  const text = `${"Before. ".repeat(40)}The certificate expired.\n${"After. ".repeat(40)}`;
  const snippet = snippetAroundWords(text, wordsOfSearch("certif"));
  expect(snippet).toMatch(/^….*The certificate expired\. After\..*…$/);
  expect(snippet.length).toBeLessThan(165);
  expect(snippetAroundWords("決済サービスが遅い", wordsOfSearch("サービス"))).toBe("決済サービスが遅い");
  expect(snippetAroundWords("Slow", wordsOfSearch("fast"))).toBe("");
});
