import { expect } from "vitest";
import type { Browser } from "./worker";

/** A form with a version, and two people's values for all that it posts; for a checkbox "" = not set. */
export interface VersionedForm {
  what: string;
  form: string;
  path: () => string;
  theirs: () => Record<string, string>;
  mine: () => Record<string, string>;
  /** Headings by the beginning of a name, for values that several controls set together. */
  headings?: Record<string, string>;
}

const without = (pattern: RegExp, text: string) => text.replaceAll(pattern, "");
const unescaped = (text: string) =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&amp;", "&");

function formIn(html: string, form: string): string {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  return forms.find((each) => each.includes(`name="form" value="${form}"`)) ?? "";
}

/** Returns the names of all controls, each with its label. */
function controlsOf(form: string): Map<string, string> {
  const labels = new Map(
    [...form.matchAll(/<label for="([^"]+)"[^>]*>([\s\S]*?)<\/label>/g)].map(([, id = "", text = ""]) => [
      id,
      unescaped(without(/<[^>]+>/g, without(/<span[\s\S]*?<\/span>/g, text)).trim()),
    ]),
  );
  const controls = form.match(/<(?:input|select|textarea)[^>]*>/g) ?? [];
  const named = controls.flatMap((control) => {
    const [name, id] = [/ name="([^"]+)"/.exec(control)?.[1], / id="([^"]+)"/.exec(control)?.[1]];
    return name && id ? [[name, labels.get(id) ?? ""] as const] : [];
  });
  return new Map(named);
}

const versionOf = (form: string): string => /name="version" value="(\d+)"/.exec(form)?.[1] ?? "";

/** Leaves out unset checkboxes, which are not posted. */
const withoutTicks = (values: Record<string, string>, ticks: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" || !ticks.has(name)));

/** Returns what people see of a page: hidden inputs go back to their author, and the script has the same data. */
export const seenIn = (html: string): string => without(/<input type="hidden"[^>]*>|<script[\s\S]*?<\/script>/g, html);

/** Returns the fields of a form that are compared side by side. */
export const comparedIn = (html: string, form: string): string[] =>
  [...formIn(html, form).matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, label = ""]) => unescaped(label)).sort();

/** Opens the form, with the heading of each name that it posts. */
export async function openForm(browser: Browser, { path, form, headings = {} }: VersionedForm) {
  const html = formIn(await (await browser.go(path())).text(), form);
  const headingOf = (name: string, label: string) =>
    Object.entries(headings).find(([beginning]) => name.startsWith(beginning))?.[1] ?? label;
  const called = new Map([...controlsOf(html)].map(([name, label]) => [name, headingOf(name, label)]));
  const ticks = (html.match(/<input[^>]* type="checkbox"[^>]*>/g) ?? []).map(
    (tick) => / name="([^"]+)"/.exec(tick)?.[1],
  );
  return { version: versionOf(html), called, ticks: new Set(ticks.map(String)) };
}

type Open = Pick<Awaited<ReturnType<typeof openForm>>, "version" | "ticks">;

export const sending = (
  browser: Browser,
  { path, form }: VersionedForm,
  { version, ticks }: Open,
  values: Record<string, string>,
) => browser.post(path(), { form, version, ...withoutTicks(values, ticks) });

/** Saves their version first, then posts mine; returns the conflict page. */
export async function overtaken(browser: Browser, each: VersionedForm): Promise<string> {
  const open = await openForm(browser, each);
  const saved = await sending(browser, each, open, each.theirs());
  expect([saved.status, await saved.text()]).toEqual([303, ""]);
  const late = await sending(browser, each, open, each.mine());
  expect(late.status).toBe(409);
  return late.text();
}

/** Posts the conflict's own form unchanged. */
export async function saveMineOverIt(browser: Browser, each: VersionedForm, html: string): Promise<Response> {
  const form = formIn(html, each.form);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const typed = [...form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g)];
  const fields = [...hidden, ...typed].map(([, name = "", value = ""]) => [name, unescaped(value)]);
  return browser.post(each.path(), Object.fromEntries(fields));
}

/** Checks that all that the form posts is compared, and that no secret is shown: those of the cases end in `-hush`. */
export async function expectAllCompared(browser: Browser, each: VersionedForm): Promise<void> {
  const { called } = await openForm(browser, each);
  const headings = new Set(called.values());
  expect(new Set(Object.keys(each.mine()).map((name) => called.get(name)))).toEqual(headings);
  const html = await overtaken(browser, each);
  expect(comparedIn(html, each.form)).toEqual([...headings].sort());
  expect([/-hush/.test(seenIn(html)), html.includes("theirs-hush")]).toEqual([false, false]);
}

/**
 * Checks that equal values are not compared. A secret that was entered again is compared, because equality cannot be
 * seen.
 */
export async function expectNoMoreCompared(browser: Browser, each: VersionedForm, secrets: string[]): Promise<void> {
  expect((await sending(browser, each, await openForm(browser, each), each.theirs())).status).toBe(303);
  const [first = ""] = Object.keys(each.theirs());
  const mine = () => ({ ...each.theirs(), [first]: each.mine()[first] ?? "" });
  const { called } = await openForm(browser, each);
  const html = await overtaken(browser, { ...each, mine });
  expect(comparedIn(html, each.form).filter((heading) => !secrets.includes(heading))).toEqual([called.get(first)]);
  expect((await saveMineOverIt(browser, each, html)).status).toBe(303);
  const saved = await (await browser.go(each.path())).text();
  expect(saved.includes(mine()[first] ?? "-")).toBe(true);
}
