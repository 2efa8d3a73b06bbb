import fc from "fast-check";
import { expect, test } from "vitest";
import { type PingContent, type PingKeywords, pingKindOfContent } from "./ping-words";

const none: PingKeywords = { wordsIn: "anywhere", failWords: [], successWords: [], startWords: [] };
const some: PingKeywords = {
  ...none,
  failWords: ["ERROR"],
  successWords: ["done", "0 errors"],
  startWords: ["begins"],
};
const http = (body: string): PingContent => ({ subject: null, body });
const mail = (subject: string, body = ""): PingContent => ({ subject, body });

test.each<[string, Partial<PingKeywords>, PingContent, string]>([
  ["without any words each counts", { ...none }, http(""), "success"],
  ["a word of success", {}, http("all done"), "success"],
  ["one of several", {}, http("finished with 0 errors"), "success"],
  ["a failure comes before a success", {}, http("done, but ERROR in line 3"), "fail"],
  ["a success comes before a start", {}, http("begins … done"), "success"],
  ["a start", {}, http("backup begins"), "start"],
  ["none of them", {}, http("hello"), "ignored"],
  ["no body", {}, http(""), "ignored"],
  ["another case is another word", {}, http("Done; error"), "ignored"],
  ["a word is found within a longer one", {}, http("undone"), "success"],
  ["the subject of a mail", {}, mail("Backup done"), "success"],
  ["its body", {}, mail("Backup", "ERROR"), "fail"],
  ["only the subject", { wordsIn: "subject" }, mail("Backup done", "ERROR"), "success"],
  ["only the subject, and none in it", { wordsIn: "subject" }, mail("Backup", "done"), "ignored"],
  ["only the body", { wordsIn: "body" }, mail("ERROR", "done"), "success"],
  ["only the subject: HTTP has none, and counts", { wordsIn: "subject" }, http("ERROR"), "success"],
  [
    "a success whose failure in other letters may be there, unread",
    { failWords: ["échec"], successWords: ["OK"] },
    { ...http("OK: ?"), isGuessed: true },
    "ignored",
  ],
  [
    "a success whose failure would have been read",
    { failWords: ["FAILED"], successWords: ["OK"] },
    { ...http("OK: ?"), isGuessed: true },
    "success",
  ],
  ["a word does not reach from the subject into the body", { failWords: ["xy"] }, mail("x", "y"), "ignored"],
])("%s", (_, words, heard, kind) => {
  const all = { ...(words.successWords ? none : some), ...words };
  expect(pingKindOfContent(all, "success", heard)).toBe(kind);
});

test("what counts contains one of its words, and what contains none does not", () => {
  const word = fc.string({ minLength: 1, maxLength: 3 });
  const list = fc.array(word, { maxLength: 3 });
  const words = fc.record({
    wordsIn: fc.constantFrom("anywhere" as const, "subject" as const, "body" as const),
    failWords: list,
    successWords: list,
    startWords: list,
  });
  const heard = fc.record({ subject: fc.option(fc.string()), body: fc.string() });
  const property = fc.property(words, heard, (given, said) => {
    const kind = pingKindOfContent(given, "success", said);
    const all = [...given.failWords, ...given.successWords, ...given.startWords];
    const text = `${said.subject ?? ""}\n${said.body}`;
    const isFiltered = all.length > 0 && !(given.wordsIn === "subject" && said.subject === null);
    if (!isFiltered) expect(kind).toBe("success");
    else if (kind !== "ignored") expect(all.some((each) => text.includes(each))).toBe(true);
    if (isFiltered && !all.some((each) => text.includes(each))) expect(kind).toBe("ignored");
  });
  fc.assert(property, { numRuns: 1000 });
});
