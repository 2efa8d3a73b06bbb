import type { BrowserContext, Page } from "playwright-core";
import { cookiesOf, sendForm, tabWith } from "./plain-forms";
import { startServer, type TestServer } from "./server";

/** The parts of the shared deployment that a test may use: not its output, which all tests share, and not its end. */
export interface SharedDeployment {
  server: Pick<TestServer, "url">;
  /** The cookies of the first person, who alone may create pages. */
  operator: string;
}

async function start(): Promise<SharedDeployment> {
  const server = await startServer({ env: { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  return { server, operator: cookiesOf(await sendForm(server.ownerLink, {})) };
}

let started: Promise<SharedDeployment> | null = null;

/**
 * Returns one deployment for all tests of a process. They may read its demo, and change only their own pages (ownPage).
 * A test that needs flags, a stop, an empty database or deployment settings starts its own.
 */
export const sharedDeployment = (): Promise<SharedDeployment> => (started ??= start());

/**
 * Opens a tab of the operator, shared by all tests: for tests that create pages by the forms, or read the demo's
 * management.
 */
export async function signInOperator(visitor: BrowserContext): Promise<Page> {
  const { server, operator } = await sharedDeployment();
  return tabWith(operator, server.url, visitor);
}
