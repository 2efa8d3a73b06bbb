import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComposeChannelCalls } from "~/channels/contract/contract";
import { sampleNowMs, sampleSubscriberMessage, sampleTeamMessage } from "~/channels/contract/contract-samples";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { openIncident } from "~/incidents/open";
import { resetIsolate } from "~/platform/isolate";
import { renderMarkdown } from "~/platform/markdown";
import { type Desk, openDesk } from "../support/desk";
import { mailOf } from "../support/previewed";
import { openBrowser } from "../support/worker";

/** What is written as code, quote, list or table is said wherever updates are told as text. */
const body = `Intro

    logline503

> quoted

9. nine
   - nested

         innercode

| Region | State |
| --- | --- |
| Europe | down |

Outro`;
const words = "Intro logline503 quoted nine nested innercode Region State Europe down Outro".split(" ");

/** Those that are missing, or stand in another order. */
const missing = (text: string): string[] => {
  let at = 0;
  return words.filter((word) => {
    const found = text.indexOf(word, at);
    if (found >= 0) at = found + word.length;
    return found < 0;
  });
};

let desk: Desk;
let mail: Awaited<ReturnType<typeof mailOf>>;

beforeAll(async () => {
  desk = await openDesk();
  const { pageId, components } = desk;
  const down = {
    pageId,
    title: "Down",
    body,
    status: "investigating",
    components: { [components[0]]: "major_outage" },
  } as const;
  mail = await mailOf(desk, () => openIncident(desk.owner(), down));
  resetIsolate();
});
afterAll(() => desk.close());

test("in a mail's text and in its HTML", () => {
  expect(missing(mail.text)).toEqual([]);
  expect(missing(mail.html)).toEqual([]);
});

const read = async (path: string) => (await openBrowser(desk.deployment)).go(`/acme/${path}`);

test.each(["api/v2/incidents.json", "api/v2/summary.json", "calendar.ics", "feed.atom", "feed.rss"])(
  "in %s",
  async (path) => {
    const response = await read(path);
    const text = (await response.text()).replaceAll("\r\n ", "");
    expect([response.status, missing(text)]).toEqual([200, []]);
  },
);

test("the front page says the first of it, and that there is more", async () => {
  expect(await (await read("")).text()).toMatch(/>\s*Intro …\s*</);
});

const { text } = renderMarkdown(body);

/** As a reader sees it: without escapes, signs of code, and the joiners that keep signs from being found. */
const seen = (sent: string) =>
  decodeURIComponent(sent.replaceAll("+", " ").replaceAll(/%(?![0-9A-F]{2})/gi, "%25")).replaceAll(
    /\u2060|\\|`|<\/?code>/g,
    "",
  );

type AnyCompose = ComposeChannelCalls<unknown, unknown>;

/** A text message to the team has room for the title and the way to the rest. */
const titlesAlone = ["twilio-sms"];

const composed = channelAdapters
  .filter(({ kind }) => !titlesAlone.includes(kind))
  .flatMap(({ kind, team, subscriber, sampleSettings: settings }) => [
    ...(team ? [{ kind, compose: team as AnyCompose, message: sampleTeamMessage("incident_opened"), settings }] : []),
    ...(subscriber
      ? [{ kind, compose: subscriber as AnyCompose, message: sampleSubscriberMessage("incident_update"), settings }]
      : []),
  ]);

test.each(composed)("in a message of $kind", ({ compose, message, settings }) => {
  const calls = compose({ message: { ...message, text }, settings, state: null, now: sampleNowMs });
  expect(missing(seen(calls.map((call) => call.body ?? "").join("\n")))).toEqual([]);
});
