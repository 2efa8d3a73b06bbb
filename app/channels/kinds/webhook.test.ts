import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { sampleTeamMessage } from "../contract/contract-samples";
import { webhookChannelAdapter } from "./webhook";

const message = sampleTeamMessage("draft_opened");

test("a webhook is verified by the library of Standard Webhooks", () => {
  const settings = webhookChannelAdapter.sampleSettings as { secret: string };
  const [call] = webhookChannelAdapter.team?.({ message, settings, state: null, now: Date.now() }) ?? [];
  const { body = "", headers = {} } = call ?? {};
  expect(new Webhook(settings.secret).verify(body, headers)).toMatchObject({
    type: "draft_opened",
    timestamp: new Date(message.at).toISOString(),
    data: { title: message.title, link: message.link },
  });
  expect(() => new Webhook(settings.secret).verify(`${body} `, headers)).toThrow();
});

test("for a day after it was made again both secrets verify, then the new one only", () => {
  const settings = webhookChannelAdapter.sampleSettings as { url: string; secret: string };
  const made = webhookChannelAdapter.generate?.("B".repeat(43)) as { secret: string };
  const now = Date.now();
  const rotated = webhookChannelAdapter.rotated?.(settings, made, now + 86_400_000) as Record<string, unknown>;
  expect(webhookChannelAdapter.settings.safeParse(rotated).success).toBe(true);
  const called = (at: number) => webhookChannelAdapter.team?.({ message, settings: rotated, state: null, now: at })[0];
  const verifies = (secret: string, at: number) => {
    const { body = "", headers = {} } = called(at) ?? {};
    try {
      return Boolean(
        new Webhook(secret).verify(body, { ...headers, "webhook-timestamp": String(Math.floor(at / 1000)) }),
      );
    } catch {
      return false;
    }
  };
  expect([verifies(settings.secret, now), verifies(made.secret, now)]).toEqual([true, true]);
  expect(called(now)?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  expect(called(now + 86_402_000)?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
});
