import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleTeamMessage } from "../contract/contract-samples";
import { slackChannelAdapter } from "./slack";

const words = fc.oneof(
  fc.constantFrom(
    "<!channel> *b* _i_ ~s~ `c` https://evil.example",
    "& < >",
    "x".repeat(50_000),
    "👩‍👩‍👧‍👦".repeat(2000),
  ),
  fc.string({ unit: "binary", maxLength: 400 }),
);

test("Slack reads no markup, mention or link of a stranger, and no text beyond its limits", () => {
  fc.assert(
    fc.property(words, words, (title, text) => {
      const message = { ...sampleTeamMessage("incident_opened"), title, text, facts: [{ name: title, value: text }] };
      const [call] =
        slackChannelAdapter.team?.({ message, settings: slackChannelAdapter.sampleSettings, state: null, now: 0 }) ??
        [];
      const { text: fallback, mrkdwn, blocks } = JSON.parse(call?.body ?? "");
      expect(fallback).not.toMatch(/[<>]/);
      expect(mrkdwn).toBe(false);
      expect(blocks.map(({ type }: { type: string }) => type)).toEqual(["rich_text"]);
      const parts: { type: string; text: string; url?: string }[] = blocks[0].elements[0].elements;
      expect(parts.filter(({ type }) => type !== "text")).toMatchObject([{ type: "link", url: message.link.url }]);
      expect(parts.map((each) => each.text).join("").length).toBeLessThan(13_200);
      for (const each of parts) expect(each.text.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});
