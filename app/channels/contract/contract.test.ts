import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { sized } from "../../../tests/support/sizes";
import { channelAdapters } from "../kinds/known-kinds";
import {
  type AnyChannelAdapter,
  type ChannelCall,
  type ChannelResponse,
  type ComposeChannelCalls,
  maxCallsPerChannelMessage,
  maxThreadStateBytes,
  type SampleChannelResponse,
} from "./contract";
import {
  sampleNowMs as now,
  sampleSubscriberMessage,
  sampleTeamMessage,
  subscriberMessageSamples,
  teamMessageSamples,
} from "./contract-samples";
import type { SubscriberMessage, TeamMessage } from "./messages";

type Message = TeamMessage | SubscriberMessage;
type AnyCompose = ComposeChannelCalls<Message, unknown>;

const secretNames = (channel: AnyChannelAdapter): string[] =>
  Object.entries((channel.settings as unknown as z.ZodObject).shape).flatMap(([name, field]) =>
    (field as z.ZodType).meta()?.secret === true ? [name] : [],
  );

/** Returns the contracts that a kind implements, each with a message of every event. */
const spokenBy = ({ team, subscriber }: AnyChannelAdapter) => [
  ...(team ? [{ to: "team", compose: team as AnyCompose, all: teamMessageSamples as readonly Message[] }] : []),
  ...(subscriber
    ? [{ to: "subscriber", compose: subscriber as AnyCompose, all: subscriberMessageSamples as readonly Message[] }]
    : []),
];

/** The usual answer when the rate limit is exceeded. */
const usualLimit = { status: 429, headers: { "retry-after": "10" } };

const answerOf = ({ status, text = "", headers = {} }: SampleChannelResponse): ChannelResponse => ({
  status,
  text,
  headers: new Headers(headers),
});

const callsFor = (
  channel: AnyChannelAdapter,
  compose: AnyCompose,
  message: Message,
  state: string | null = null,
  at = now,
) => compose({ message, settings: channel.sampleSettings, state, now: at });

/** Returns the state that is kept after these calls have succeeded. */
const keptAfter = (channel: AnyChannelAdapter, message: Message, calls: readonly ChannelCall[], state: string | null) =>
  calls.reduce<string | null>(
    (kept, _, call) =>
      channel.sent ? channel.sent({ message, call, reply: answerOf(channel.sampleAnswers.sent), state: kept }) : kept,
    state,
  );

const printed = ({ method, url, headers, body }: ChannelCall) => {
  const shown = body?.startsWith("{") ? JSON.stringify(JSON.parse(body), null, 2) : (body ?? "");
  return [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), shown].join("\n");
};

const hostile = [
  "<!channel> <!here> <@U123> @everyone @here #1",
  "</script><script>alert(1)</script>",
  "a\r\nX-Injected: yes\r\n\r\nb",
  "\u202Egpj.exe\u0000\u0007",
  "\uD83D lone surrogate",
  "]]> & < > \" ' ` | [x](https://evil.example/?a|b) **b** _i_ ~s~",
  "👩‍👩‍👧‍👦".repeat(3000),
  "x".repeat(100_000),
];
const words = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 400 }));
const said = fc.record({ key: fc.constant("key"), text: words });
const link = fc.record({ text: words, url: fc.constant("https://status.example.com/incidents/1") });

const teamHostile: fc.Arbitrary<TeamMessage> = fc.record({
  id: fc.constant("notice1.channel1"),
  event: fc.constantFrom(...teamMessageSamples.map(({ event }) => event)),
  at: fc.integer({ min: 0, max: now }),
  page: fc.record({ name: words, url: fc.constant("https://status.example.com") }),
  title: words,
  text: words,
  severity: fc.constantFrom("critical" as const, "warning" as const, null),
  impact: fc.option(said),
  impactNow: fc.option(said),
  alarm: fc.boolean(),
  link,
  facts: fc.array(fc.record({ name: words, value: words }), { maxLength: 12 }),
  thread: fc.constantFrom(null, { id: "01thread", open: true }, { id: "01thread", open: false }),
});

const subscriberHostile: fc.Arbitrary<SubscriberMessage> = fc.record({
  id: fc.constant("notice1.subscriber1"),
  event: fc.constantFrom(...subscriberMessageSamples.map(({ event }) => event)),
  at: fc.integer({ min: 0, max: now }),
  page: fc.record({
    id: fc.constant("01page"),
    name: words,
    url: fc.constant("https://status.example.com"),
    status: fc.option(fc.record({ indicator: words, description: words })),
  }),
  language: fc.constant("ar"),
  title: words,
  status: fc.option(said),
  impact: fc.option(said),
  impactNow: fc.option(said),
  text: words,
  components: fc.array(fc.record({ id: fc.constant("01c"), name: words, status: said }), { maxLength: 12 }),
  window: fc.option(fc.record({ startsAt: fc.constant(now), endsAt: fc.constant(now), text: words })),
  link,
  manage: link,
  thread: fc.constantFrom(null, { id: "01thread", open: true }),
});

test("kinds are unique and well-formed, and each speaks to somebody", () => {
  const kinds = channelAdapters.map((each) => each.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(kind).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
  for (const channel of channelAdapters) expect(spokenBy(channel).length).toBeGreaterThan(0);
});

describe.each(channelAdapters.map((each) => [each.kind, each] as const))("%s", (kind, channel) => {
  test("asks exactly this, by event, with and without what it kept", async () => {
    const shown = spokenBy(channel).flatMap(({ to, compose, all }) => {
      let state: string | null = null;
      return all.flatMap((message) => {
        const first = callsFor(channel, compose, message);
        const next: readonly ChannelCall[] = state === null ? [] : callsFor(channel, compose, message, state);
        const kept: string | null = state;
        if (message.thread) state = keptAfter(channel, message, next.length > 0 ? next : first, state);
        const title = `## ${to}: ${message.event}`;
        const threaded = next.length > 0 ? [`${title}, where ${kept} was kept`, ...next.map(printed)] : [];
        return [title, ...first.map(printed), ...threaded];
      });
    });
    await expect(`${shown.join("\n\n")}\n`).toMatchFileSnapshot(`../../../tests/golden/channels/${kind}.txt`);
  });

  test("makes at most two calls, over HTTPS with its sample, with plain headers; what is told leads on", () => {
    for (const { compose, all } of spokenBy(channel)) {
      for (const message of all) {
        const calls = callsFor(channel, compose, message);
        expect(calls.length).toBeLessThanOrEqual(maxCallsPerChannelMessage);
        for (const call of calls) {
          expect(new URL(call.url).protocol).toBe("https:");
          expect(call.method).toMatch(/^(?:GET|POST|PUT|PATCH|DELETE)$/);
          expect(() => new Headers(call.headers)).not.toThrow();
        }
      }
      const opening = channel.team ? sampleTeamMessage("incident_opened") : sampleSubscriberMessage("incident_update");
      if (opening.id !== all[0]?.id) continue;
      const [call] = callsFor(channel, compose, opening);
      expect(decodeURIComponent(call?.body?.replaceAll("+", " ") ?? "")).toContain("Orders are late");
      expect(decodeURIComponent(call?.body?.replaceAll("+", " ") ?? "")).toContain("incidents/1");
    }
  });

  test("is the same call on every try, but for what a signature dates", () => {
    for (const { compose, all } of spokenBy(channel)) {
      for (const message of all) {
        expect(callsFor(channel, compose, message)).toEqual(callsFor(channel, compose, message));
        const later = callsFor(channel, compose, message, null, now + 3600_000);
        expect(later.map(({ body }) => body)).toEqual(callsFor(channel, compose, message).map(({ body }) => body));
      }
    }
  });

  test("whatever strangers wrote, it is small calls to the same address with no header of theirs", () => {
    for (const { compose, to, all } of spokenBy(channel)) {
      const known = all.flatMap((message) => callsFor(channel, compose, message));
      const [addresses, names] = [
        new Set(known.map(({ url }) => new URL(url).origin)),
        new Set(known.flatMap(({ headers }) => Object.keys(headers))),
      ];
      const any = (to === "team" ? teamHostile : subscriberHostile) as fc.Arbitrary<Message>;
      fc.assert(
        fc.property(any, (message) => {
          for (const { url, headers, body } of callsFor(channel, compose, message)) {
            expect(addresses).toContain(new URL(url).origin);
            for (const [name, value] of Object.entries(headers)) {
              expect(names).toContain(name);
              expect(value).toMatch(/^[\x20-\x7e]*$/);
            }
            if (headers["content-type"]?.startsWith("application/json")) JSON.parse(body ?? "");
          }
        }),
        { numRuns: sized(25, 100) },
      );
    }
  });

  test("what is sealed at the last goes the same way, shows nothing of the message, and fits into 4096 bytes", async () => {
    if (!channel.seal) return;
    for (const { compose, all } of spokenBy(channel)) {
      const long = { ...all[0], title: "\uD83D\u0001語".repeat(3000), text: "\u0001\uD83D語".repeat(3000) } as Message;
      for (const call of [...all, long].flatMap((message) => callsFor(channel, compose, message))) {
        const {
          bytes = new Uint8Array(),
          headers,
          ...where
        } = await channel.seal(call, channel.sampleSettings, { now, token: "A".repeat(43) });
        expect(where).toEqual({ url: call.url, method: call.method });
        expect(() => new Headers(headers)).not.toThrow();
        expect(headers).toMatchObject(call.headers);
        expect(bytes.length).toBeGreaterThan(0);
        expect(bytes.length).toBeLessThanOrEqual(4096);
        expect(new TextDecoder().decode(bytes)).not.toContain("Acme");
      }
    }
  });

  test("says of each answer what it means", () => {
    const { sent, refused, limited = usualLimit, gone } = channel.sampleAnswers;
    expect(channel.read(answerOf(sent))).toEqual({ outcome: "sent" });
    expect(channel.read(answerOf(refused)).outcome).toBe("refused");
    expect(channel.read(answerOf(limited))).toEqual({ outcome: "again", retryAfter: expect.any(Number) });
    if (gone) expect(channel.read(answerOf(gone)).outcome).toBe("gone");
    for (const status of [500, 502, 503, 504]) expect(channel.read(answerOf({ status })).outcome).toBe("again");
    for (const text of ["", "<b>?", "[]", "null", '{"ok":"?"}', "{"]) {
      for (let status = 200; status < 600; status++) {
        expect(["sent", "again", "refused", "gone"]).toContain(channel.read(answerOf({ status, text })).outcome);
      }
    }
  });

  test("keeps little of a subject, whatever is answered, and does without it", () => {
    for (const { compose, all } of spokenBy(channel)) {
      for (const message of all) {
        for (const text of [channel.sampleAnswers.sent.text ?? "", "", "x".repeat(5000), "[]", "null", '{"id":{}}']) {
          const reply = answerOf({ ...channel.sampleAnswers.sent, text });
          const kept = channel.sent?.({ message, call: 0, reply, state: null }) ?? null;
          expect(new TextEncoder().encode(kept ?? "").length).toBeLessThanOrEqual(maxThreadStateBytes);
        }
        for (const state of ["", "?", "{", "null"]) callsFor(channel, compose, message, state);
      }
    }
  });

  test("its settings parse, and mark what is secret", () => {
    expect(channel.settings.safeParse(channel.sampleSettings).success).toBe(true);
    expect(channel.settings.safeParse({}).success).toBe(false);
    const shape = (channel.settings as unknown as z.ZodObject).shape;
    const telling = Object.keys(shape).filter((name) => /secret|token|password|key|url/i.test(name));
    expect(secretNames(channel)).toEqual(expect.arrayContaining(telling));
  });

  test("its secrets are in no body, unless the other side reads them there", () => {
    for (const { compose, all } of spokenBy(channel)) {
      for (const { body } of all.flatMap((message) => callsFor(channel, compose, message))) {
        for (const name of secretNames(channel)) {
          const secret = (channel.sampleSettings as Record<string, string>)[name];
          if (!channel.secretsInBody?.includes(name)) expect(body ?? "").not.toContain(secret);
        }
      }
    }
  });

  test("what it makes itself at creation fits its settings", () => {
    if (!channel.generate) return;
    const made = channel.generate("A".repeat(43)) as Record<string, unknown>;
    const settings = { ...(channel.sampleSettings as object), ...made };
    expect(channel.settings.safeParse(settings).success).toBe(true);
  });
});
