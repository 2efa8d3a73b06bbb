import markdownIt from "markdown-it";
import { expect, test } from "vitest";
import { sampleNowMs, sampleTeamMessage } from "../contract/contract-samples";
import { teamsChannelAdapter } from "./teams";

interface Card {
  attachments: { content: { body: { text?: string }[] } }[];
}

test("each line of a text stands by itself", () => {
  const message = { ...sampleTeamMessage("incident_updated"), text: "GET /orders 502\nGET /pay 504\n\nWe roll back." };
  const [call] =
    teamsChannelAdapter.team?.({
      message,
      settings: teamsChannelAdapter.sampleSettings,
      state: null,
      now: sampleNowMs,
    }) ?? [];
  const { attachments } = JSON.parse(call?.body ?? "") as Card;
  const texts = (attachments[0]?.content.body ?? []).map(({ text = "" }) => text);
  const told = texts.find((each) => each.includes("502")) ?? "";
  expect(
    markdownIt()
      .parse(told, {})
      .filter(({ type }) => type === "paragraph_open"),
  ).toHaveLength(3);
});
