import { afterAll, beforeAll, expect, test } from "vitest";
import { pseudoLanguage } from "~/i18n/pseudo";
import { openDeployment, type TestDeployment } from "./support/database";
import { browserOf, makePeople, Owner, setStage } from "./support/matrix-cast";
import { openBrowser } from "./support/worker";

let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
});
afterAll(() => deployment.close());

const unseen = /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!-- -->/g;
const attributes = /\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g;
/** Within a sentence; every other element begins another text. */
const inline = /<\/?(?:a|b|bdi|code|em|span|strong|time)\b[^>]*>/g;

/** What stands outside the marks of the pseudo-language: a sentence may hold others, so the inner ones go first. */
function unmarked(text: string): string {
  const without = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
  return without === text ? text : unmarked(without);
}

/** Everything of a page that people read or hear, in pieces. */
function textsOf(html: string): string[] {
  const seen = html.replaceAll(unseen, "");
  const heard = [...seen.matchAll(attributes)].map(([, text = ""]) => text);
  const read = seen.replaceAll(inline, "").split(/<[^>]+>/);
  return [...heard, ...read];
}

/** Names that people gave, our own, and instants in UTC. */
const names = /\b(?:Acme|Upfront|Prometheus|Shop|Backup|acme-[ab]\d)\b|\d{4}-\d\d-\d\d \d\d:\d\d UTC/g;

const isWords = (text: string) => /\p{L}{2}/u.test(text);

test.each([
  ["operator", "/manage"],
  ["operator", "/manage/new"],
  ["owner", "/manage/acme/usage"],
  ["owner", "/manage/acme/templates"],
  ["owner", "/manage/acme/maintenances/new"],
  ["owner", "/manage/acme/sources/new?kind=mail"],
  ["owner", "/manage/acme/channels/new?kind=webhook"],
  ["owner", "/manage/acme/monitors/new?kind=tcp"],
  ["operator", "/manage/deployment/mailers/new?kind=smtp"],
] as const)("%s reads %s out of catalogues alone", async (who, path) => {
  const browser = await browserOf(deployment, who);
  const html = await (await browser.go(path, { headers: { "accept-language": pseudoLanguage } })).text();
  const texts = textsOf(html);
  expect(html).toContain(`<html lang="${pseudoLanguage}" dir="rtl">`);
  expect(texts.filter((text) => text.includes("⟦")).length).toBeGreaterThanOrEqual(10);
  expect(texts.map((text) => unmarked(text).replaceAll(names, "")).filter(isWords)).toEqual([]);
});
