import type { BrowserContext, Page } from "playwright-core";
import { cookiesOf, sendForm, tabWith } from "./plain-forms";
import { startServer, type TestServer } from "./server";

/** What a story may use of the deployment that it shares: no output, which is everybody's, and no end. */
export interface SharedDeployment {
  server: Pick<TestServer, "url">;
  /** The cookies of the first person, who alone makes pages. */
  operator: string;
}

async function start(): Promise<SharedDeployment> {
  const server = await startServer({ env: { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  return { server, operator: cookiesOf(await sendForm(server.ownerLink, {})) };
}

let started: Promise<SharedDeployment> | null = null;

/**
 * One for all stories of a process, which ends with it. They read its demo, and change only pages of their own (ownPage): one
 * that needs flags, an end, an empty database or settings of the whole deployment starts its own.
 */
export const sharedDeployment = (): Promise<SharedDeployment> => (started ??= start());

/** A tab of the operator, whom all stories share: of those that make pages by its forms, or read the demo's management. */
export async function signInOperator(visitor: BrowserContext): Promise<Page> {
  const { server, operator } = await sharedDeployment();
  return tabWith(operator, server.url, visitor);
}
