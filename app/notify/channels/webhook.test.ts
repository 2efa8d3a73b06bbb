import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { teamMessageOf } from "../contract-samples";
import { webhook } from "./webhook";

const message = teamMessageOf("draft_opened");

test("a webhook is verified by the library of Standard Webhooks", () => {
  const settings = webhook.sampleSettings as { secret: string };
  const [call] = webhook.team?.({ message, settings, state: null, now: Date.now() }) ?? [];
  const { body = "", headers = {} } = call ?? {};
  expect(new Webhook(settings.secret).verify(body, headers)).toMatchObject({
    type: "draft_opened",
    timestamp: new Date(message.at).toISOString(),
    data: { title: message.title, link: message.link },
  });
  expect(() => new Webhook(settings.secret).verify(`${body} `, headers)).toThrow();
});
