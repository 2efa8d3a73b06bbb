import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { type Control, type DeskForm, formsIn, postedAsShown } from "../support/desk-forms";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { makePeople, signedInAs } from "../support/matrix-cast";
import { setFormStage } from "../support/matrix-stages";
import { isLong } from "../support/sizes";
import { setQuietMailer } from "../support/smtp";
import { type Browser, openBrowser } from "../support/worker";

/**
 * Every form of management, found by reading its pages, says all that is wrong with it at once: each field that is refused
 * alone is refused beside the others too, with a link from the summary to the field.
 */
let deployment: TestDeployment;
let world: KeptWorld;
let owner: Browser;
let operator: Browser;
/** Their sessions are part of the world, and come back with it. */
const cookies = { owner: "", operator: "" };

/** Only what is written through the bindings of after a restore is undone by the next one. */
async function beginAgain(): Promise<void> {
  await world.restore();
  owner = await openBrowser(deployment, { cookie: cookies.owner });
  operator = await openBrowser(deployment, { cookie: cookies.operator });
}

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  await makePeople(deployment);
  await setQuietMailer(deployment);
  await setFormStage(deployment);
  cookies.owner = await signedInAs(deployment, "owner");
  cookies.operator = await signedInAs(deployment, "operator");
  world = await keepWorld(deployment);
  await beginAgain();
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

/** What stands in fields of the same name elsewhere, such as the name of another component: of what may be there only once. */
const typedElsewhere = new Map<string, Set<string>>();

/** The name of a source is no other component's: what stands in forms of another noun is tried with `--long` only. */
const fieldKey = (path: string, name: string): string => (isLong ? name : `${path.split(/[/?]/)[3]} ${name}`);

function remember(path: string, { controls }: DeskForm): void {
  for (const { name, value, options } of controls.values()) {
    const key = fieldKey(path, name);
    const known = typedElsewhere.get(key) ?? new Set<string>();
    if (value !== "" && options.length === 0 && known.size < 12) known.add(value);
    typedElsewhere.set(key, known);
  }
}

/** One of each form with two fields or more that are typed, by the kind of page and its name. */
async function typedForms(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const seen = new Set(["/manage/acme", "/manage/deployment", "/manage/account", "/manage/new"]);
  const shapes = new Map<string, number>();
  for (const path of seen) {
    const shape = idsOut(path);
    const times = (shapes.get(shape) ?? 0) + 1;
    if (times > 3) continue;
    shapes.set(shape, times);
    const answer = await browserFor(path).go(path);
    const html = answer.status === 200 ? await answer.text() : "";
    for (const [, href = ""] of html.matchAll(/href="(\/manage\/(?:acme|deployment)[^"]*)"/g))
      if (isWanted(href)) seen.add(href.replaceAll("&amp;", "&"));
    for (const form of formsIn(html)) {
      remember(path, form);
      const key = `${shape} ${idsOut(form.name)}`;
      const isSearch = !("form" in form.hidden);
      if (isSearch || found.has(key) || [...form.controls.values()].filter(isTyped).length < 2) continue;
      found.set(key, { path: form.action || path, form });
    }
  }
  return found;
}

const strange = "0000000000000000000000zzzz";
const elsewhere = "http://10.0.0.1/x";
const tooLong = "x".repeat(30_000);

/** What a field of this kind cannot be; one of them is refused, or any text will do. */
function wrongFor(path: string, { kind, name, value, options }: Control): string[] {
  if (kind === "select") return options.length > 0 ? [strange] : [];
  if (kind === "number") return ["x", "-99999999"];
  if (kind === "datetime-local") return ["2001-01-01T00:00", "2199-01-01T00:00", "31 o'clock", ""];
  if (kind === "date" || kind === "time") return ["31 o'clock"];
  // Of a tick box, what it says is read as a tick or not at all: any text is as good as any other.
  if (kind === "checkbox" && !isLong) return [tooLong];
  const others = [...(typedElsewhere.get(fieldKey(path, name)) ?? [])].filter((each) => each !== value);
  const wrong = [elsewhere, ...others, ...(value === "" ? [""] : ["", "\u0007"]), "\u0007"];
  return [...wrong, tooLong];
}

/** The fields that the summary links, where the link leads to something. */
const linkedIn = (html: string): string[] =>
  [...html.matchAll(/href="#([^"]+)" class="text-danger"/g)].flatMap(([, id = ""]) =>
    html.includes(` id="${id}"`) ? [id] : [`nowhere: ${id}`],
  );

const idOf = (form: string, name: string): string => `${form}-${name}`.replaceAll(/[^\w-]/g, "-");

type Values = Record<string, string>;

/** The fields that it is refused for; null where it is not refused. */
async function post({ path, form }: Found, values: Values): Promise<string[] | null> {
  const shown = { ...postedAsShown(form), ...values, ...(form.version === null ? {} : { version: form.version }) };
  const answer = await browserFor(path).post(path, shown);
  if (answer.status === 422) return linkedIn(await answer.text());
  await beginAgain();
  return null;
}

const fine: Record<string, string> = {
  number: "5",
  email: "new@example.com",
  url: "https://example.com/",
  date: "2026-11-21",
  time: "10:00",
  "datetime-local": "2026-11-21T10:00",
};

/** What a field that must say something may say; of several to tick the first. */
function fineFor({ form }: Found, id: string): Values {
  const controls = [...form.controls.values()];
  const control = controls.find(({ name }) => idOf(form.name, name) === id);
  const ticked = controls.find(({ name, kind }) => kind === "checkbox" && idOf(form.name, name).startsWith(`${id}-`));
  if (control) return { [control.name]: control.options.at(-1) ?? fine[control.kind] ?? "Something fine" };
  return ticked ? { [ticked.name]: "on" } : {};
}

/** The form as it would be taken, or as near to that as can be told from what it is refused for. */
async function filledIn(found: Found): Promise<Values> {
  let filled: Values = {};
  for (let tries = 0; tries < 4; tries++) {
    const refused = await post(found, filled);
    if (refused === null) break;
    const more = refused.map((id) => fineFor(found, id));
    filled = Object.assign({}, ...more, filled);
  }
  return filled;
}

/** Boxes of one list are read alike: without `--long` the first stands for all of them. */
function triedOf({ controls }: DeskForm): Control[] {
  const lists = new Set<string>();
  return [...controls.values()].filter(({ name, kind }) => {
    const list = name.slice(0, name.lastIndexOf("."));
    if (isLong || kind !== "checkbox" || list === "") return true;
    const isFirst = !lists.has(list);
    lists.add(list);
    return isFirst;
  });
}

/** For each field the values that are refused for it alone: the first that was found, and the last. */
async function refusedAlone(found: Found, base: Values): Promise<[Values, Values]> {
  const { form } = found;
  const [first, last]: [Values, Values] = [{}, {}];
  for (const control of triedOf(form)) {
    const { name } = control;
    // Each is asked once: what an earlier one left behind is undone, so that the second answer would be the first again.
    const known = new Map<string, boolean>();
    const isRefused = async (value: string) => {
      const refused =
        known.get(value) ?? (await post(found, { ...base, [name]: value }))?.includes(idOf(form.name, name));
      known.set(value, refused ?? false);
      return refused;
    };
    const wrong = wrongFor(found.path, control);
    for (const value of wrong) if (!(name in first) && (await isRefused(value))) first[name] = value;
    if (!(name in first)) continue;
    for (const value of wrong.toReversed()) if (!(name in last) && (await isRefused(value))) last[name] = value;
  }
  return [first, last];
}

/**
 * What is wrong only as long as another field says what it says, such as a body that a GET has not: beside other wrong fields
 * nobody can tell. A title or a text of a template, a name or a password: one of the two is enough, or asks for the other; a
 * component's name is taken in its group.
 */
const aboutOthers = ["settings.username", "settings.body", "settings.jsonValue", "endsAt"];
const isAboutOthers = (key: string, name: string) =>
  aboutOthers.includes(name) ||
  ["new template body", "new component name"].some((each) => `${key} ${name}`.endsWith(each));

/** Which of the fields that are wrong it is silent about; what its summary links to nowhere. */
async function silentAbout(key: string, found: Found, base: Values, wrong: Values): Promise<string[]> {
  const linked = (await post(found, { ...base, ...wrong })) ?? [];
  const asked = Object.keys(wrong).filter((name) => !isAboutOthers(key, name));
  const missed = asked.filter((name) => !linked.includes(idOf(found.form.name, name)));
  const said = Object.entries(wrong).map(([name, value]) => `${name}=${value.slice(0, 30)}`);
  const silence = missed.length > 0 ? [`silent about ${missed.join(", ")} beside ${said.join(", ")}`] : [];
  return [...silence, ...linked.filter((id) => id.startsWith("nowhere"))];
}

test("what is refused alone is refused beside all the rest, and the summary links each field", async () => {
  const forms = await typedForms();
  const problems: string[] = [];
  let fields = 0;
  for (const [key, found] of forms) {
    const base = await filledIn(found);
    const [first, last] = await refusedAlone(found, base);
    const names = Object.keys(first);
    fields += names.length;
    if (names.length < 2) continue;
    // What needs the database is found first, so it stands beside what does not.
    const mixed = names.filter((name) => first[name] !== last[name]).map((name) => ({ ...last, [name]: first[name] }));
    for (const wrong of [first, last, ...mixed])
      problems.push(...(await silentAbout(key, found, base, wrong as Values)).map((problem) => `${key}: ${problem}`));
  }
  console.info(`${forms.size} forms, ${fields} fields that can be refused`);
  expect(problems).toEqual([]);
  expect(forms.size).toBeGreaterThan(30);
  expect(fields).toBeGreaterThan(100);
}, 300_000);

test("that a name is taken is said beside what is wrong with the rest, and what two forms need is said beside their titles", async () => {
  const refusedFor = async (path: string, fields: Values) => {
    const answer = await owner.post(path, fields);
    return linkedIn(await answer.text()).sort();
  };
  const list = await (await owner.go("/manage/acme/components")).text();
  const [path = ""] = /\/manage\/acme\/components\/acme-\w+/.exec(list) ?? [];
  const known = formsIn(await (await owner.go(path)).text()).find((form) => form.name === "component");
  const saidOf = (field: string) => known?.controls.get(field)?.value ?? "";
  const [name, groupId] = [saidOf("name"), saidOf("groupId")];
  const component = { form: "component", name, groupId, description: "x".repeat(9000), shownWhen: "always" };
  expect(await refusedFor("/manage/acme/components/new", component)).toEqual([
    "component-description",
    "component-name",
  ]);
  const opened = { form: "open", intent: "publish", title: "", body: "", startedAt: "2001-01-01T00:00" };
  expect(await refusedFor("/manage/acme/incidents/new", opened)).toEqual([
    "open-components",
    "open-startedAt",
    "open-title",
  ]);
});
