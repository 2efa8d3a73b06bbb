import type { BrowserContext, Page } from "playwright-core";

/** Sends a form as a browser without JavaScript does. */
export function sendForm(url: string, fields: Record<string, string>, cookie = ""): Promise<Response> {
  const headers = { cookie, origin: new URL(url).origin, "sec-fetch-site": "same-origin" };
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });
}

/** Returns the cookies set by a form's successful answer, for the next request. */
export function cookiesOf(answer: Response): string {
  if (answer.status !== 303) throw new Error(`${answer.url} answered ${answer.status}`);
  const set = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  return set.filter((each) => !each.endsWith("=")).join("; ");
}

/** Opens a tab with these cookies. */
export async function tabWith(cookies: string, url: string, visitor: BrowserContext): Promise<Page> {
  const { hostname: domain } = new URL(url);
  const pairs = cookies.split("; ").map((each) => each.split("=") as [string, string]);
  const kept = { domain, path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
  await visitor.addCookies(pairs.map(([name, value]) => ({ name, value, ...kept })));
  return visitor.newPage();
}

/** Returns the visitor's cookies, for requests beside a tab. */
export async function cookiesIn(visitor: BrowserContext): Promise<string> {
  const cookies = await visitor.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

export interface PageWish {
  name?: string;
  slug: string;
  /** All in one group; people keep them manually. */
  components?: readonly string[];
}

/** Sets each component to operational, by which people start to keep it manually. */
export async function keepByHand(list: string, cookie: string): Promise<void> {
  const html = await (await fetch(list, { headers: { cookie } })).text();
  const linked = [...html.matchAll(/\/components\/([\w-]{20,})"/g)].map(([, id = ""]) => id);
  const said = { form: "status", version: "0", status: "operational" };
  for (const id of new Set(linked)) cookiesOf(await sendForm(`${list}/${id}`, said, cookie));
}

/** Creates a page by posting the usual forms, for the person with these cookies: the operator. */
export async function sendPage(url: string, cookies: string, wish: PageWish): Promise<void> {
  const { name = "Acme Shop", slug, components = [] } = wish;
  cookiesOf(await sendForm(`${url}/manage/new`, { name, slug, timeZone: "Europe/Berlin" }, cookies));
  const lines = ["Shop:", ...components].join("\n");
  const list = `${url}/manage/${slug}/components`;
  if (components.length === 0) return;
  cookiesOf(await sendForm(`${list}/several`, { lines }, cookies));
  await keepByHand(list, cookies);
}
