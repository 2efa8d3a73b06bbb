import { expect, test } from "vitest";
import { slackBotChannelAdapter } from "../kinds/slack-bot";
import { channelVerdictOf } from "./verdict";

const answer = (status: number, text = "", headers: Record<string, string> = {}) => ({
  status,
  text,
  headers: new Headers(headers),
});

test("of 4xx only what is too late, too early or too much is tried again", () => {
  const again = Array.from({ length: 100 }, (_, n) => 400 + n).filter(
    (status) => channelVerdictOf(answer(status)).outcome === "again",
  );
  expect(again).toEqual([408, 425, 429]);
  expect(channelVerdictOf(answer(410)).outcome).toBe("gone");
  expect([500, 503, 599, 304].map((status) => channelVerdictOf(answer(status)).outcome)).toEqual([
    "again",
    "again",
    "again",
    "refused",
  ]);
});

test("when to come back is said in seconds or as a date", () => {
  const date = "Sun, 29 Nov 2026 03:00:00 GMT";
  const later = { "retry-after": "Sun, 29 Nov 2026 03:00:45 GMT", date };
  expect(channelVerdictOf(answer(429, "", { "retry-after": "45" }))).toEqual({ outcome: "again", retryAfter: 45 });
  expect(channelVerdictOf(answer(503, "", later))).toEqual({ outcome: "again", retryAfter: 45 });
});

test("Slack’s 200 says nothing by itself: without its word the message is sent again", () => {
  const outcome = (text: string) => slackBotChannelAdapter.read(answer(200, text)).outcome;
  expect([
    outcome(""),
    outcome('{"o'),
    outcome('{"ok":true,"chan'),
    outcome('{"ok":false,"error":"not_in_cha'),
  ]).toEqual(["again", "again", "sent", "refused"]);
});
