import { afterAll, beforeAll, expect, test } from "vitest";
import { pickedAccentField } from "~/pages/rules/picked-accent";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Control, type DeskForm, formsIn, postedAsShown } from "../support/desk-forms";
import { browserOf, makePeople, type Stage } from "../support/matrix-cast";
import { setFormStage } from "../support/matrix-stages";
import { setMailer } from "../support/smtp";
import type { Browser } from "../support/worker";

/**
 * Every form of the desk that carries a version, found by reading its pages: one that was overtaken shows both versions, and
 * saving mine over theirs changes nothing that was not shown.
 */
let deployment: TestDeployment;
let stage: Stage;
let owner: Browser;
let operator: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  await setMailer(deployment, { host: "127.0.0.1", port: 25 });
  const { maker, stage: made } = await setFormStage(deployment);
  stage = made;
  await maker.make(`/pages/acme/incidents/${stage.incident}/notes`, { note: { body: "For us." } });
  await maker.make("/pages/acme/incidents", {
    incident: { name: "Draft", visibility: "draft", impact_override: "minor" },
  });
  owner = await browserOf(deployment, "owner");
  operator = await browserOf(deployment, "operator");
  await owner.post(`/manage/acme/incidents/${stage.incident}/postmortem`, { form: "postmortem", body: "Why." });
  // They began before they were told of, so that what was said of them may be moved to the whole minute.
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE incident SET started_at = started_at - 3600000").bind().run();
  deployment.clock.now += 3_600_000;
}, 120_000);
afterAll(() => deployment.close());

const isOfDeployment = (path: string) => path.startsWith("/manage/deployment");
const browserFor = (path: string) => (isOfDeployment(path) ? operator : owner);

/** What leads out of the desk's forms: files, lists of lists, one page a row. */
const passed = /\/(export|backup|preview|email|audit|usage|alerts|deliveries|pings)\b|[?#]/;

interface Found {
  path: string;
  form: DeskForm;
}

const idsOut = (text: string) =>
  text.replace(/[0-9a-hjkmnp-tv-z]{26}|page-acme|acme-[ab]\d|\b\w+-acme\b|(mailer|provider)1/g, ":id");

/** A browser never keeps the choice of a file, so that its form stands there once more and carries nothing over. */
const isFile = ({ controls }: DeskForm) => [...controls.values()].some(({ kind }) => kind === "file");

/** One of each form, by the kind of page and its name. */
async function versionedForms(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const seen = new Set(["/manage/acme", "/manage/deployment", `/manage/acme/incidents/${stage.incident}/postmortem`]);
  for (const path of seen) {
    const answer = await browserFor(path).go(path);
    const html = answer.status === 200 ? await answer.text() : "";
    for (const [, href = ""] of html.matchAll(/href="(\/manage\/(?:acme|deployment)[^"]*)"/g)) {
      if (!passed.test(href)) seen.add(href);
    }
    for (const form of formsIn(html)) {
      const key = idsOut(`${path} ${form.name}`);
      if (form.version === null || found.has(key) || isFile(form)) continue;
      // A second control of a field: `app/pages/rules/picked-accent.test.ts` says which of both counts.
      form.controls.delete(pickedAccentField);
      found.set(key, { path: form.action, form });
    }
  }
  return found;
}

/** Another value than the one that stands there, where it is not just any text. */
const others: Record<string, string> = {
  accent: "#7a1f1f",
  slug: "acme-two",
  timeZone: "Europe/Berlin",
  partialWeight: "0.5",
  "links.0.url": "https://one.example.com/",
  "links.1.url": "https://two.example.com/",
  host: "status.example.com",
  escalateQuietFrom: "22:00",
  escalateQuietUntil: "07:00",
  url: "https://watch.example.com/",
  token: "a-token-of-ours",
  // By hand is refused while something watches it.
  keptBy: "watched",
};

const shifted = (text: string, by: number) => new Date(Date.parse(`${text}Z`) + by).toISOString().slice(0, text.length);
const day = 86_400_000;

function otherThan({ name, kind, value, options }: Control): string {
  const known = others[name];
  if (known !== undefined) return known;
  // What was said was said before now: of an update only one that stands there is moved, and back.
  if (name === "shownAt") return value && shifted(value, 60_000);
  if (options.length > 0) return options[(options.indexOf(value) + 1) % options.length] ?? "";
  if (kind === "number") return String(Number(value || 1) + 1);
  if (kind === "date" || kind === "datetime-local")
    return shifted(value || "2027-05-01T10:00".slice(0, kind === "date" ? 10 : 16), day);
  return `Mine ${value}`.trim();
}

const isDeed = ({ controls }: DeskForm) => [...controls.keys()].every((name) => name === "sure" || name === "notify");

/** The form with another value in each of its fields; a question whether somebody is sure is answered. */
function changed(form: DeskForm): Record<string, string> {
  const values = postedAsShown(form);
  for (const control of form.controls.values()) {
    const { name, kind, checked } = control;
    if (kind === "file") continue;
    if (kind !== "checkbox") values[name] = otherThan(control);
    else if (name === "sure" || !checked) values[name] = "on";
    else delete values[name];
  }
  return values;
}

const overtaken = "999999";
/**
 * The status that stands beside a component which is not picked says nothing, nor does a chip beside its number, which is
 * compared itself (tests/forms/duration-chips).
 */
const isSaid = (values: Record<string, string>, name: string) =>
  !name.endsWith(".chip") &&
  (!name.startsWith("componentsAs.") || name.replace("componentsAs.", "components.") in values);

const textsOf = (values: Record<string, string>, names: Iterable<string>) =>
  Object.fromEntries(
    [...names].map((name) => [name, isSaid(values, name) ? (values[name] ?? "").replaceAll("\r\n", "\n") : ""]),
  );

const whyIn = (html: string) => [...html.matchAll(/class="text-danger">([^<]+)</g)].map(([, why]) => why).join(" ");

async function formAt(path: string, name: string): Promise<DeskForm | null> {
  const html = await (await browserFor(path).go(path)).text();
  return formsIn(html).find((each) => each.name === name && each.version !== null) ?? null;
}

/** What saving these values over a newer version makes of the form, and which fields were shown before. */
async function saveOver({ path, form }: Found, values: Record<string, string>, problems: string[]) {
  const at = `${idsOut(path)} ${idsOut(form.name)}`;
  deployment.clock.now += 1000;
  const late = await browserFor(path).post(path, { ...values, version: overtaken });
  const html = await late.text();
  const conflict = formsIn(html).find((each) => each.isConflict && each.name === form.name);
  if (late.status === 409 && html.includes("Someone changed this role first")) return null;
  if (late.status !== 409 || !conflict) {
    problems.push(`${at}: ${late.status}, ${conflict ? "" : "no "}conflict ${whyIn(html)}`);
    return null;
  }
  if (isDeed(form) || kept.test(at)) return null;
  deployment.clock.now += 1000;
  const over = await browserFor(path).post(path, { ...postedAsShown(conflict), version: String(conflict.version) });
  if (over.status !== 303) {
    problems.push(`${at}: mine over theirs: ${over.status} ${whyIn(await over.text())}`);
    return null;
  }
  const [to = path] = (over.headers.get("location") ?? "").split("?");
  const where = over.headers.get("location")?.includes("settings") ? to : path;
  return { shown: conflict.compared, after: await formAt(where, form.name), where };
}

/** What would end the page's own story is only refused here. */
const kept = /danger delete/;

/** Their bounds are not written in the form: tests/forms/conflict-forms-watching and -telling post what they allow. */
const elsewhere = /\/(sources|mailers|monitors|heartbeats|channels)\/[^/ ]+ (source|mailer|monitor|heartbeat|channel)$/;

/** What was saved over theirs, and was it shown before? Once with other values, once with those that stood there first. */
/** Some of these forms ask for a sign-in of the last ten minutes, and the clock goes on between them. */
const signInAgain = () =>
  deployment.bindings.DB.prepare("UPDATE session SET proven_at = ?1").bind(deployment.clock.now).run();

async function judge({ path, form }: Found, problems: string[]): Promise<void> {
  await signInAgain();
  const at = `${idsOut(path)} ${idsOut(form.name)}`;
  let [where, before] = [path, form];
  for (const values of [changed(form), postedAsShown(form)]) {
    const saved = await saveOver({ path: where, form: before }, values, problems);
    if (!saved?.after) return;
    const names = [...form.controls.keys()].filter((name) => saved.after?.controls.has(name));
    const [was, is] = [postedAsShown(before), postedAsShown(saved.after)].map((each) => textsOf(each, names));
    const moved = names.filter((name) => was?.[name] !== is?.[name]);
    const unseen = moved.filter((name) => !saved.shown.includes(name));
    if (unseen.length > 0) problems.push(`${at}: changed unseen: ${unseen.join(", ")}`);
    if (moved.length === 0) return;
    const mine = textsOf(values, moved);
    const lost = moved.filter((name) => is?.[name] !== mine[name]);
    if (lost.length > 0) problems.push(`${at}: not as it was typed: ${lost.join(", ")}`);
    [where, before] = [saved.where, saved.after];
  }
}

test("every form that carries a version shows both, and saving mine changes nothing unseen", async () => {
  const found = await versionedForms();
  expect(found.size).toBeGreaterThan(40);
  const problems: string[] = [];
  for (const [at, each] of found) if (!elsewhere.test(at)) await judge(each, problems);
  expect(problems).toEqual([]);
}, 300_000);
