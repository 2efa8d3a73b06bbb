import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "./support/database";
import { type Control, type DeskForm, formsIn, postedAsShown } from "./support/desk-forms";
import { setFormStage } from "./support/form-stage";
import { type KeptWorld, keepWorld } from "./support/kept-world";
import { browserOf, makePeople } from "./support/matrix-cast";
import { setQuietMailer } from "./support/smtp";
import type { Browser } from "./support/worker";

/**
 * Every form of management, found by reading its pages, says all that is wrong with it at once: each field that is refused
 * alone is refused beside the others too, with a link from the summary to the field.
 */
let deployment: TestDeployment;
let world: KeptWorld;
let owner: Browser;
let operator: Browser;

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  await makePeople(deployment);
  await setQuietMailer(deployment);
  await setFormStage(deployment);
  owner = await browserOf(deployment, "owner");
  operator = await browserOf(deployment, "operator");
  world = await keepWorld(deployment);
}, 120_000);
afterAll(async () => {
  await world.end();
  await deployment.close();
});

const browserFor = (path: string) => (path.startsWith("/manage/deployment") ? operator : owner);

/** Files, lists, and what has no form to fill in. */
const passed = /\/(export|backup|preview|email|audit|usage|deliveries|pings|outbox|search)\b/;
const idsOut = (text: string) =>
  text.replace(/[0-9a-hjkmnp-tv-z]{26}|page-acme|acme-[ab]\d|\b\w+-acme\b|(mailer|provider)1/g, ":id");

/** A room's kinds have the same mechanism: some of each are enough. */
const kinds = [
  "http",
  "tcp",
  "dns",
  "certificate",
  "webhook",
  "slack",
  "pagerduty",
  "alertmanager",
  "generic",
  "smtp",
  "resend",
];
const isWanted = (href: string): boolean => {
  const [, query = ""] = href.split("?");
  const kind = new URLSearchParams(query.replaceAll("&amp;", "&")).get("kind");
  return !passed.test(href) && !href.includes("#") && (query === "" || (kind !== null && kinds.includes(kind)));
};

interface Found {
  path: string;
  form: DeskForm;
}

const typedKinds = ["text", "number", "email", "url", "date", "time", "datetime-local", "textarea", "password"];
const isTyped = ({ kind }: Control) => typedKinds.includes(kind);

/** One of each form with two fields or more that are typed, by the kind of page and its name. */
async function typedForms(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const seen = new Set(["/manage/acme", "/manage/deployment", "/manage/account", "/manage/new"]);
  const shapes = new Set<string>();
  for (const path of seen) {
    const shape = idsOut(path);
    if (shapes.has(shape)) continue;
    shapes.add(shape);
    const answer = await browserFor(path).go(path);
    const html = answer.status === 200 ? await answer.text() : "";
    for (const [, href = ""] of html.matchAll(/href="(\/manage\/(?:acme|deployment)[^"]*)"/g))
      if (isWanted(href)) seen.add(href.replaceAll("&amp;", "&"));
    for (const form of formsIn(html)) {
      const key = `${shape} ${idsOut(form.name)}`;
      const isSearch = !("form" in form.hidden);
      if (isSearch || found.has(key) || [...form.controls.values()].filter(isTyped).length < 2) continue;
      found.set(key, { path: form.action || path, form });
    }
  }
  return found;
}

/** What a field of this kind cannot be; one of them is refused, or any text will do. */
function wrongFor({ kind, value }: Control): string[] {
  if (kind === "number") return ["x", "-99999999"];
  if (kind === "datetime-local") return ["31 o'clock", ""];
  if (kind === "date" || kind === "time") return ["31 o'clock"];
  return [...(value === "" ? [""] : ["", "\u0007"]), "\u0007", "x".repeat(30_000)];
}

/** The fields that the summary links, where the link leads to something. */
const linkedIn = (html: string): string[] =>
  [...html.matchAll(/href="#([^"]+)" class="text-danger"/g)].flatMap(([, id = ""]) =>
    html.includes(` id="${id}"`) ? [id] : [`nowhere: ${id}`],
  );

const idOf = (form: string, name: string): string => `${form}-${name}`.replaceAll(/[^\w-]/g, "-");

async function post({ path, form }: Found, wrong: Record<string, string>): Promise<string | null> {
  const values = { ...postedAsShown(form), ...wrong, ...(form.version === null ? {} : { version: form.version }) };
  const answer = await browserFor(path).post(path, values);
  if (answer.status === 422) return answer.text();
  await world.restore();
  return null;
}

/** A value for each field that is refused for it alone, beside this field. */
async function refusedAlone(found: Found): Promise<Record<string, string>> {
  const { form } = found;
  const wrong: Record<string, string> = {};
  for (const control of [...form.controls.values()].filter(isTyped)) {
    for (const value of wrongFor(control)) {
      const html = await post(found, { [control.name]: value });
      if (html === null || !linkedIn(html).includes(idOf(form.name, control.name))) continue;
      wrong[control.name] = value;
      break;
    }
  }
  return wrong;
}

test("what is refused alone is refused beside all the rest, and the summary links each field", async () => {
  const forms = await typedForms();
  const problems: string[] = [];
  let fields = 0;
  for (const [key, found] of forms) {
    const wrong = await refusedAlone(found);
    const names = Object.keys(wrong);
    fields += names.length;
    if (names.length < 2) continue;
    const linked = linkedIn((await post(found, wrong)) ?? "");
    const missed = names.filter((name) => !linked.includes(idOf(found.form.name, name)));
    if (missed.length > 0) problems.push(`${key}: silent about ${missed.join(", ")} beside ${names.join(", ")}`);
    problems.push(...linked.filter((id) => id.startsWith("nowhere")).map((id) => `${key}: ${id}`));
  }
  console.info(`${forms.size} forms, ${fields} fields that can be refused`);
  expect(problems).toEqual([]);
  expect(forms.size).toBeGreaterThan(30);
  expect(fields).toBeGreaterThan(100);
}, 300_000);
