import type { BrowserContext, Page } from "playwright-core";

/** Sends a form as a browser does that has no script. */
export function sendForm(url: string, fields: Record<string, string>, cookie = ""): Promise<Response> {
  const headers = { cookie, origin: new URL(url).origin, "sec-fetch-site": "same-origin" };
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });
}

/** What the answer of a form that went through sets, as the next request sends it. */
export function cookiesOf(answer: Response): string {
  if (answer.status !== 303) throw new Error(`${answer.url} answered ${answer.status}`);
  const set = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  return set.filter((each) => !each.endsWith("=")).join("; ");
}

/** A tab of whoever has these cookies. */
export async function tabWith(cookies: string, url: string, visitor: BrowserContext): Promise<Page> {
  const { hostname: domain } = new URL(url);
  const pairs = cookies.split("; ").map((each) => each.split("=") as [string, string]);
  const kept = { domain, path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
  await visitor.addCookies(pairs.map(([name, value]) => ({ name, value, ...kept })));
  return visitor.newPage();
}

/** The same cookies again, for what is sent beside a tab. */
export async function cookiesIn(visitor: BrowserContext): Promise<string> {
  const cookies = await visitor.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

export interface PageWish {
  name?: string;
  slug: string;
  /** All in one group; people keep them by hand. */
  components?: readonly string[];
}

/** Says of each component that it is well, which is how people begin to keep one by hand. */
export async function keepByHand(list: string, cookie: string): Promise<void> {
  const html = await (await fetch(list, { headers: { cookie } })).text();
  const linked = [...html.matchAll(/\/components\/([\w-]{20,})"/g)].map(([, id = ""]) => id);
  const said = { form: "status", version: "0", status: "operational" };
  for (const id of new Set(linked)) cookiesOf(await sendForm(`${list}/${id}`, said, cookie));
}

/** Makes a page by the forms that people send, for whoever has these cookies: the operator. */
export async function sendPage(url: string, cookies: string, wish: PageWish): Promise<void> {
  const { name = "Acme Shop", slug, components = [] } = wish;
  cookiesOf(await sendForm(`${url}/manage/new`, { name, slug, timeZone: "Europe/Berlin" }, cookies));
  const lines = ["Shop:", ...components].join("\n");
  const list = `${url}/manage/${slug}/components`;
  if (components.length === 0) return;
  cookiesOf(await sendForm(`${list}/several`, { lines }, cookies));
  await keepByHand(list, cookies);
}
