import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { makeApi } from "./api-client";
import { cookiesOf, type PageWish, sendForm, sendPage, tabWith } from "./plain-forms";
import { type SharedDeployment, sharedDeployment } from "./shared-deployment";

/** A page for one test alone, on the deployment that the tests of a process share. */
export interface OwnPage {
  server: SharedDeployment["server"];
  slug: string;
  /** Its public address. */
  url: string;
  /** Returns an address in the page's management. */
  manage(rest?: string): string;
  /** Opens a tab of the page's owner, a person of this test only. */
  signIn(visitor: BrowserContext): Promise<Page>;
  /** Adds a person who may change incidents. */
  addResponder(name: string): Promise<void>;
  /** Creates an API token of the owner. */
  token(): Promise<string>;
  /** Returns the API as called by the owner's program, with its own token. */
  api(): Promise<ReturnType<typeof makeApi>>;
}

export interface OwnPageWish extends Omit<PageWish, "slug"> {
  /** True when the operator owns it, for tests that create further pages; such tests share the operator. */
  byOperator?: boolean;
}

/** Returns a slug that no other test has. */
export const newSlug = (): string => `acme-${randomBytes(4).toString("hex")}`;

/** Returns a text that only this answer contains. */
async function saidIn(answer: Response, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await answer.text())?.[0];
  if (!found) throw new Error(`${answer.url} answered ${answer.status} without ${pattern}`);
  return found;
}

/** Returns the cookies of a new person who is invited to the page. */
async function joinPage(desk: string, operator: string, { name = "Ada", role = "owner" } = {}): Promise<string> {
  const invited = await sendForm(`${desk}/people`, { intent: "invite", role, email: "" }, operator);
  const link = await saidIn(invited, /http[^"<\s]+\/manage\/invitations\/[\w-]{43}/);
  return cookiesOf(await sendForm(link, { name }));
}

/** Creates an API token for the person with these cookies. */
export async function makeToken(url: string, owner: string): Promise<string> {
  const asked = { intent: "token-create", name: "Story", role: "owner", life: "7" };
  return saidIn(await sendForm(`${url}/manage/account`, asked, owner), /upfront_[\w-]{20,}/);
}

/** Creates it by posting the usual forms without a browser; tests about these forms fill them in themselves. */
export async function ownPage(wish: OwnPageWish = {}): Promise<OwnPage> {
  const { byOperator = false, ...page } = wish;
  const { server, operator } = await sharedDeployment();
  const slug = newSlug();
  const desk = `${server.url}/manage/${slug}`;
  await sendPage(server.url, operator, { ...page, slug });
  const owner = byOperator ? operator : await joinPage(desk, operator);
  return {
    server,
    slug,
    url: `${server.url}/${slug}`,
    manage: (rest = "") => `${desk}${rest}`,
    signIn: (visitor) => tabWith(owner, server.url, visitor),
    async addResponder(name) {
      await joinPage(desk, operator, { name, role: "responder" });
    },
    token: () => makeToken(server.url, owner),
    async api() {
      const token = await makeToken(server.url, owner);
      return makeApi(() => server.url, token);
    },
  };
}
