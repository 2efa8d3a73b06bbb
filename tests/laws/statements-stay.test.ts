import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { openDeployment, type TestDeployment } from "../support/database";
import { quickNetwork } from "../support/outbound";
import { aMailer, aPage, arrange, someMonitors, someSubscribers } from "../support/scenario";
import { bindCheckers } from "../support/watched";

/**
 * What recurs is the same statement each time: the database compiles a text once and keeps it. A text that names the
 * time is new each minute, and all of them are kept, 200 KB for the tick's alone.
 */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const minute = 60_000;

/** Milliseconds of these years, which no other number in a statement is. */
const instant = /\b1[789]\d{11}\b/;

/** The purge looks at few tables a day each, by the oldest key that it keeps. */
const isPurge = (text: string) => text.includes(" AS gone FROM ");

function watchTexts(): Set<string> {
  const texts = new Set<string>();
  const { DB } = deployment.bindings;
  const prepare = DB.prepare.bind(DB);
  DB.prepare = (text) => {
    texts.add(text);
    return prepare(text);
  };
  return texts;
}

test("an hour of ticks, outages and emails asks in the same texts, which name no time", async () => {
  let status = 200;
  deployment.way.outbound = quickNetwork(() => status);
  const page = await arrange(deployment, aPage({ components: 5, mode: "publish", holdSeconds: 0 }));
  await arrange(deployment, aMailer({ settings: { host: "mail.example.com", port: 25, security: "off" } }));
  await arrange(deployment, someSubscribers(page.id, 5));
  const url = "https://example.com/";
  const drafts = page.components.map((id) => ({ settings: { url }, mode: "publish" as const, components: [id] }));
  await arrange(deployment, someMonitors(page.id, drafts));
  bindCheckers(deployment);
  const texts = watchTexts();
  let early = new Set<string>();
  for (let at = 1; at <= 60; at++) {
    deployment.clock.now += minute;
    status = at % 10 >= 3 && at % 10 < 6 ? 500 : 200;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
    if (at === 40) early = new Set(texts);
  }
  const asked = [...texts].filter((text) => !isPurge(text));
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((text) => instant.test(text))).toEqual([]);
  // An hour's first measurements, and little else, are written once an hour.
  expect(asked.filter((text) => !early.has(text)).length).toBeLessThan(4);
});
