import { expect } from "vitest";
import type { Browser } from "./worker";

/** A form that carries a version, and two people's values for all that it posts; of a tick "" = not set. */
export interface VersionedForm {
  what: string;
  form: string;
  path: () => string;
  theirs: () => Record<string, string>;
  mine: () => Record<string, string>;
  /** By the beginning of a name: the heading of what several controls say together. */
  headings?: Record<string, string>;
}

const without = (pattern: RegExp, text: string) => text.replaceAll(pattern, "");
const unescaped = (text: string) =>
  text.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&amp;", "&");

function formIn(html: string, form: string): string {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  return forms.find((each) => each.includes(`name="form" value="${form}"`)) ?? "";
}

/** The names of all that can be filled in, each with the label that stands beside it. */
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

/** A tick that is not set is not posted. */
const withoutTicks = (values: Record<string, string>, ticks: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" || !ticks.has(name)));

/** What people see of a page: what a form carries hidden goes back to who typed it, and the script has the same. */
export const seenIn = (html: string): string => without(/<input type="hidden"[^>]*>|<script[\s\S]*?<\/script>/g, html);

/** What of a form is compared, side by side. */
export const comparedIn = (html: string, form: string): string[] =>
  [...formIn(html, form).matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, label = ""]) => unescaped(label)).sort();

/** The form as it stands, with what it is called beside each name that it posts. */
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

/** Theirs is saved, mine comes too late: the page that answers. */
export async function overtaken(browser: Browser, each: VersionedForm): Promise<string> {
  const open = await openForm(browser, each);
  const saved = await sending(browser, each, open, each.theirs());
  expect([saved.status, await saved.text()]).toEqual([303, ""]);
  const late = await sending(browser, each, open, each.mine());
  expect(late.status).toBe(409);
  return late.text();
}

/** Posts what the conflict's own form has in it when nobody changes anything. */
export async function saveMineOverIt(browser: Browser, each: VersionedForm, html: string): Promise<Response> {
  const form = formIn(html, each.form);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const typed = [...form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g)];
  const fields = [...hidden, ...typed].map(([, name = "", value = ""]) => [name, unescaped(value)]);
  return browser.post(each.path(), Object.fromEntries(fields));
}

/** All that the form posts is compared, and no secret is seen: those of the cases end in `-hush`. */
export async function expectAllCompared(browser: Browser, each: VersionedForm): Promise<void> {
  const { called } = await openForm(browser, each);
  const headings = new Set(called.values());
  expect(new Set(Object.keys(each.mine()).map((name) => called.get(name)))).toEqual(headings);
  const html = await overtaken(browser, each);
  expect(comparedIn(html, each.form)).toEqual([...headings].sort());
  expect([/-hush/.test(seenIn(html)), html.includes("theirs-hush")]).toEqual([false, false]);
}

/** What both typed alike is not compared; a secret that was typed again is, as nobody can see that it is the same. */
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
