import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { channels } from "./channels";
import { slack } from "./channels/slack";
import { webhook } from "./channels/webhook";
import type { AnyChannel, TeamMessage } from "./contract";

const now = Date.UTC(2026, 10, 20, 12, 0, 0, 417);

const message: TeamMessage = {
  id: "notice1.channel1",
  event: "draft_opened",
  at: now - 60_000,
  page: { name: "Acme", url: "https://status.example.com" },
  title: "Draft: Orders are late",
  text: "High error rate on orders.",
  severity: "critical",
  link: { text: "Look at the draft", url: "https://status.example.com/manage/acme/incidents/1" },
  facts: [{ name: "Component", value: "Website: major outage" }],
};

const secretNames = (channel: AnyChannel): string[] =>
  Object.entries((channel.settings as unknown as z.ZodObject).shape).flatMap(([name, field]) =>
    (field as z.ZodType).meta()?.secret === true ? [name] : [],
  );

const compose = (channel: AnyChannel, given: TeamMessage, at = now) =>
  channel.compose({ message: given, settings: channel.sampleSettings, now: at });

const answer = (status: number, text = "", headers = {}) => ({ status, text, headers: new Headers(headers) });

const hostile = [
  "<!channel> <!here> <@U123>",
  "</script><script>alert(1)</script>",
  "a\r\nX-Injected: yes\r\n\r\nb",
  "\u202Egpj.exe\u0000\u0007",
  "\uD83D lone surrogate",
  "]]> & < > \" ' ` | https://evil.example/?a|b",
  "x".repeat(100_000),
];
const words = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 400 }));
const messages: fc.Arbitrary<TeamMessage> = fc.record({
  id: fc.constant("notice1.channel1"),
  event: fc.constantFrom("draft_opened" as const, "alert_fired" as const, "test" as const),
  at: fc.integer({ min: 0, max: now }),
  page: fc.record({ name: words, url: fc.constant("https://status.example.com") }),
  title: words,
  text: words,
  severity: fc.constantFrom("critical" as const, "warning" as const, null),
  link: fc.record({ text: words, url: fc.webUrl() }),
  facts: fc.array(fc.record({ name: words, value: words }), { maxLength: 12 }),
});

test("kinds are unique and well-formed", () => {
  const kinds = channels.map((each) => each.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(kind).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
});

describe.each(channels.map((each) => [each.kind, each] as const))("%s", (_, channel) => {
  test("makes one call, over HTTPS with its sample, with plain headers and a JSON body", () => {
    const call = compose(channel, message);
    expect(new URL(call.url).protocol).toBe("https:");
    expect(["POST", "PUT"]).toContain(call.method);
    expect(() => new Headers(call.headers)).not.toThrow();
    expect(call.body).toContain("Orders are late");
    expect(call.body).toContain("incidents/1");
  });

  test("is the same call on every try, but for what a signature dates", () => {
    expect(compose(channel, message)).toEqual(compose(channel, message));
    expect(compose(channel, message, now + 3600_000).body).toBe(compose(channel, message).body);
  });

  test("whatever strangers wrote, it is one small call with no header of theirs", () => {
    fc.assert(
      fc.property(messages, (given) => {
        const call = compose(channel, given);
        expect(call.url).toBe(compose(channel, message).url);
        expect(Object.keys(call.headers)).toEqual(Object.keys(compose(channel, message).headers));
        for (const value of Object.values(call.headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
        expect(() => JSON.parse(call.body)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  test("says of each answer what it means", () => {
    expect(channel.read(answer(200, "ok"))).toEqual({ outcome: "sent" });
    expect(channel.read(answer(410)).outcome).toBe("gone");
    expect(channel.read(answer(429, "", { "retry-after": "30" }))).toEqual({ outcome: "again", retryAfter: 30 });
    expect(channel.read(answer(429, "", { "retry-after": "soon" }))).toEqual({ outcome: "again", retryAfter: null });
    for (const status of [500, 502, 503, 504]) expect(channel.read(answer(status)).outcome).toBe("again");
    expect(channel.read(answer(400, "invalid_payload")).outcome).toBe("refused");
    for (let status = 200; status < 600; status++) {
      expect(["sent", "again", "refused", "gone"]).toContain(channel.read(answer(status, "<b>?")).outcome);
    }
  });

  test("its settings parse, and mark what is secret", () => {
    expect(channel.settings.safeParse(channel.sampleSettings).success).toBe(true);
    expect(channel.settings.safeParse({}).success).toBe(false);
    const shape = (channel.settings as unknown as z.ZodObject).shape;
    const telling = Object.keys(shape).filter((name) => /secret|token|password|key|url/i.test(name));
    expect(secretNames(channel)).toEqual(expect.arrayContaining(telling));
  });

  test("its secrets are in no body", () => {
    const { body } = compose(channel, message);
    for (const name of secretNames(channel)) {
      expect(body).not.toContain((channel.sampleSettings as Record<string, string>)[name]);
    }
  });

  test("what it makes itself at creation fits its settings", () => {
    if (!channel.generate) return;
    const made = channel.generate("A".repeat(43)) as Record<string, unknown>;
    const settings = { ...(channel.sampleSettings as object), ...made };
    expect(channel.settings.safeParse(settings).success).toBe(true);
  });
});

test("a webhook is verified by the library of Standard Webhooks", () => {
  const call = compose(webhook, message, Date.now());
  const { secret } = webhook.sampleSettings as { secret: string };
  expect(new Webhook(secret).verify(call.body, call.headers)).toMatchObject({
    type: "draft_opened",
    timestamp: new Date(message.at).toISOString(),
    data: { title: message.title, link: message.link },
  });
  expect(() => new Webhook(secret).verify(`${call.body} `, call.headers)).toThrow();
});

test("Slack reads no mention or link of a stranger, and no text beyond its limits", () => {
  fc.assert(
    fc.property(messages, (given) => {
      const { text, blocks } = JSON.parse(compose(slack, given).body);
      const texts: string[] = [text];
      for (const block of blocks) {
        if (block.text) texts.push(block.text.text);
        for (const each of [...(block.fields ?? []), ...(block.elements ?? [])]) texts.push(each.text);
        if (block.text) expect(block.text.text.length).toBeLessThanOrEqual(3000);
      }
      expect(texts.join("").length).toBeLessThan(13_200);
      const live = texts.flatMap((each) => each.match(/<[^>]*>/g) ?? []);
      expect(live).toHaveLength(1);
      expect(live[0]).toMatch(/^<https?:/);
    }),
    { numRuns: 200 },
  );
});
