import { describe, expect, test } from "vitest";
import { englishSentence, englishText, type Refusal } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { cpuClock } from "../../../tests/support/cpu-work";
import type { CheckFinding } from "./contract";
import { redactFinding } from "./quoted-text";

const finding = (detail: Refusal): CheckFinding => ({
  verdict: "down",
  code: "json",
  detail,
  milliseconds: 1,
  steps: [{ title: englishText("JSON path"), ok: false, detail }],
});

const shownOf = (text: string, ...secrets: string[]) => redactFinding(finding(englishText(text)), secrets).detail;

const readOf = (detail: Refusal, ...secrets: string[]) =>
  refusalText(redactFinding(finding(detail), secrets).detail, "en");

describe("what a peer echoes", () => {
  test.each([
    ["as it is", "it said hunter2-hunter2.", "it said ••••."],
    ["within JSON", 'it said {"a":"hunter2-hunter2"}', 'it said {"a":"••••"}'],
    ["twice", "hunter2-hunter2 hunter2-hunter2", "•••• ••••"],
  ])("%s", (_, text, shown) => {
    expect(shownOf(text, "hunter2-hunter2")).toBe(shown);
  });

  test("with its white space or its quotes written another way", () => {
    expect(shownOf("said: one \t two  three", "one  two\tthree")).toBe("said: ••••");
    expect(shownOf('said: {"a":"one \\"two\\""}', 'one "two"')).toBe('said: {"a":"••••"}');
    expect(shownOf("said: line one\r\n line two.", "line one\nline two")).toBe("said: ••••.");
  });

  test("in what fills a sentence, which stays one that can be read in any language", () => {
    const detail = englishSentence("The header {{name}} is “{{found}}”.", {
      name: "X",
      found: "one\n hunter2-hunter2",
    });
    expect(readOf(detail, "hunter2-hunter2")).toBe("The header X is “one ••••”.");
    expect(redactFinding(finding(detail), ["hunter2-hunter2"]).detail).toContain("The header {{name}} is “{{found}}”.");
    const echoed = englishSentence("It said {{text}}.", { text: '{"a":"hunter2-hunter2\\uE1FF{}"}' });
    expect(readOf(echoed, "hunter2-hunter2")).toContain('{"a":"••••');
    const long = englishSentence("{{from}} points to {{to}}.", { from: "f".repeat(300), to: "t".repeat(300) });
    expect(readOf(long).length).toBeLessThanOrEqual(200);
  });

  test("in an address, a form or a page", () => {
    const secret = 'one two&"three"';
    for (const text of ["q=one%20two%26%22three%22", "q=one+two%26%22three%22", "q=one two&amp;&quot;three&quot;"]) {
      expect(shownOf(text, secret)).toBe("q=••••");
    }
  });

  test("a session of its own is nobody else's", () => {
    const answer = {
      status: 500,
      headers: [
        ["Set-Cookie", "a=b"],
        ["Location", "https://app:hunter2@a.example/cb?code=abc"],
      ] as [string, string][],
      body: '{"access_token":"abc","error":"late"}',
    };
    const told = redactFinding({ ...finding(englishText("x")), answer }, []).answer;
    expect(told).toEqual({
      status: 500,
      headers: [
        ["Set-Cookie", "••••"],
        ["Location", "https://••••@a.example/cb?code=••••"],
      ],
      body: '{"access_token":"••••","error":"late"}',
    });
  });

  test("in a certificate, which anybody may have made", () => {
    const names = Array.from({ length: 30 }, () => "hunter2-hunter2.example.com");
    const shown = { subject: "CN=hunter2-hunter2", issuer: `O=${"x".repeat(900)}`, serial: "01", fingerprint: "AB" };
    const certificate = { ...shown, names, validFrom: 1, validTo: 2 };
    const told = redactFinding({ ...finding(englishText("bad")), certificate }, ["hunter2-hunter2"]).certificate;
    expect(told).toMatchObject({ subject: "CN=••••", validFrom: 1, validTo: 2, serial: "01" });
    expect([told?.names.length, told?.names[0]]).toEqual([20, "••••.example.com"]);
    expect(told?.issuer.length).toBeLessThanOrEqual(200);
  });

  test("a part that another secret begins with is hidden with it", () => {
    expect(shownOf("abcdefgh", "abcde", "defgh")).toBe("••••");
  });
});

/** Cases of one finding that quotes 256 KB, with many or long secrets. */
const hostile: [string, string, string[]][] = [
  ["a thousand secrets", "token ".repeat(43_000), Array.from({ length: 1100 }, (_, index) => `secret-${index}`)],
  ["secrets that begin alike", "a".repeat(256_000), Array.from({ length: 140 }, (_, index) => `${"a".repeat(index)}b`)],
  ["one secret, found everywhere", "a".repeat(256_000), ["a".repeat(10_000)]],
  ["one secret, nearly found everywhere", "a".repeat(256_000), [`${"a".repeat(9_999)}b`]],
];

test.each(hostile)("%s cost less than 300 ms", (_, text, secrets) => {
  const worked = cpuClock();
  redactFinding(finding(englishText(text)), secrets);
  expect(worked()).toBeLessThan(300);
});
