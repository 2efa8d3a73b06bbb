import { expect, test } from "vitest";
import { channelAdapters } from "../kinds/known-kinds";
import { maxCallsPerChannelMessage } from "./contract";
import { sampleNowMs as now, subscriberMessageSamples, teamMessageSamples } from "./contract-samples";
import { type ChannelMessagePreview, parseMarkdownLine, previewChannelCall } from "./message-drawing";
import { markdownChannelText } from "./text-dialects";

const said = ({ title, lines, facts, foot, actions }: ChannelMessagePreview): string =>
  [title, ...lines, ...facts.flatMap(({ name, value }) => [name, value]), foot, actions]
    .map((line) => line.map(({ text }) => text).join(""))
    .join("\n");

/** All calls of all kinds, each with its event. */
const calls = channelAdapters.flatMap((channel) => {
  const { kind, sampleSettings: settings } = channel;
  const told = [
    ...teamMessageSamples.map((message) => ({
      message,
      made: channel.team?.({ message, settings, state: null, now }),
    })),
    ...subscriberMessageSamples.map((message) => ({
      message,
      made: channel.subscriber?.({ message, settings, state: null, now }),
    })),
  ];
  return told.flatMap(({ message, made = [] }) =>
    made.slice(0, maxCallsPerChannelMessage).map((call) => ({ kind, message, call })),
  );
});

test("whatever is sent is drawn, with its title", () => {
  expect(calls.length).toBeGreaterThan(100);
  const first = calls.filter(({ call }) => call.body?.includes("Orders"));
  const silent = first.filter(
    ({ kind, call }) => !said(previewChannelCall(kind, call)).replaceAll("\u2060", "").includes("Orders"),
  );
  expect(silent.map(({ kind, message }) => `${kind} ${message.event}`)).toEqual([]);
});

test("Slack, Discord and Teams have their own layout, whatever is told", () => {
  for (const kind of ["slack", "discord", "teams"]) {
    const own = calls.filter((each) => each.kind === kind);
    expect(own.length).toBeGreaterThan(20);
    expect(new Set(own.map(({ call }) => previewChannelCall(kind, call).layout))).toEqual(new Set([kind]));
  }
});

test("a link of ours is one, what a stranger wrote is read as it stands", () => {
  expect(parseMarkdownLine("See [the page](https://a.example/x) now")).toEqual([
    { text: "See " },
    { text: "the page", url: "https://a.example/x" },
    { text: " now" },
  ]);
  const hostile = "[x](https://evil.example) **b** <b> & \\ `c`";
  const drawn = parseMarkdownLine(markdownChannelText(hostile, 200));
  expect(drawn.map(({ text }) => text.replaceAll("\u2060", "")).join("")).toBe(hostile);
  expect(drawn.some(({ url }) => url !== undefined)).toBe(false);
});

test("what cannot be read is shown as it is", () => {
  const call = { url: "https://a.example", method: "POST", headers: {}, body: "not JSON" } as const;
  for (const kind of ["slack", "discord", "teams", "web-push", "constructor", "?"]) {
    expect(previewChannelCall(kind, call)).toMatchObject({ layout: "data", lines: [[{ text: "not JSON" }]] });
    expect(previewChannelCall(kind, { ...call, body: '{"embeds":[]}' }).layout).toBe("data");
  }
});
