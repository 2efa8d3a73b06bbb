import { expect, test } from "vitest";
import { parsePhoneNumberNews, parseSmsReply } from "./sms-reply";

test.each([
  ["STOP", null, "stop"],
  [" stop.", null, "stop"],
  ["Stop all", null, "stop"],
  ["StopAll", null, "stop"],
  ["UNSUBSCRIBE", null, "stop"],
  ["cancel", null, "stop"],
  ["End", null, "stop"],
  ["QUIT!", null, "stop"],
  ["Start", null, "start"],
  ["HELP", null, "help"],
  ["info?", null, "help"],
  ["ARRÊT", "STOP", "stop"],
  ["Please don’t stop", null, null],
  ["", null, null],
  ["👍", null, null],
  ["constructor", null, null],
])("%s (%s) asks for %s", (text, known, asked) => {
  expect(parseSmsReply(text, known)).toBe(asked);
});

test.each([
  ["undelivered", "30005", "gone"],
  ["failed", "21610", "left"],
  ["undelivered", "30003", "silent"],
  ["delivered", "30005", null],
  ["failed", "30007", null],
  ["failed", "toString", null],
])("%s with %s says %s of its number", (status, code, said) => {
  expect(parsePhoneNumberNews(status, code)).toBe(said);
});
