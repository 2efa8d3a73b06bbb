import { randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { makeApi } from "./api-client";
import { cookiesOf, type PageWish, sendForm, sendPage, tabWith } from "./plain-forms";
import { type SharedDeployment, sharedDeployment } from "./shared-deployment";

/** A page of one story alone, on the deployment that the stories of a process share. */
export interface OwnPage {
  server: SharedDeployment["server"];
  slug: string;
  /** What visitors open. */
  url: string;
  /** An address of the page's management. */
  manage(rest?: string): string;
  /** A tab of the page's owner, who is nobody's but this story's. */
  signIn(visitor: BrowserContext): Promise<Page>;
  /** The API as the owner's program calls it, by a token of its own. */
  api(): Promise<ReturnType<typeof makeApi>>;
}

export interface OwnPageWish extends Omit<PageWish, "slug"> {
  /** The operator keeps it, whom such stories share: for those that make further pages. */
  byOperator?: boolean;
}

/** An address that no other story has. */
export const newSlug = (): string => `acme-${randomBytes(4).toString("hex")}`;

/** What only an answer says, this once. */
async function saidIn(answer: Response, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await answer.text())?.[0];
  if (!found) throw new Error(`${answer.url} answered ${answer.status} without ${pattern}`);
  return found;
}

/** The cookies of a new person, who is invited to own the page. */
async function joinPage(desk: string, operator: string): Promise<string> {
  const invited = await sendForm(`${desk}/people`, { intent: "invite", role: "owner", email: "" }, operator);
  const link = await saidIn(invited, /http[^"<\s]+\/manage\/invitations\/[\w-]{43}/);
  return cookiesOf(await sendForm(link, { name: "Ada" }));
}

/** A token of the API for whoever has these cookies. */
export async function makeToken(url: string, owner: string): Promise<string> {
  const asked = { intent: "token-create", name: "Story", role: "owner", life: "7" };
  return saidIn(await sendForm(`${url}/manage/account`, asked, owner), /upfront_[\w-]{20,}/);
}

/** Made by the forms that people send, without a browser: a story about these forms fills them in itself. */
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
    async api() {
      const token = await makeToken(server.url, owner);
      return makeApi(() => server.url, token);
    },
  };
}
