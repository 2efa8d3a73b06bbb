import type { Page } from "playwright-core";
import type { OutboundRequest } from "~/platform/outbound";
import { makeApi } from "./api-client";
import { type ClockedServer, startClockedServer } from "./clocked-server";
import { type Receivers, startReceivers } from "./receivers";

/** A page to which visitors subscribe by every way, with peers built by their documentation. */
export interface WaysWorld {
  server: ClockedServer;
  receivers: Receivers;
  pageId: string;
  /** Ids of the components by their names. */
  components: Record<string, string>;
  api: ReturnType<typeof makeApi>;
}

const token = "a-bootstrap-token-that-is-long-enough";
const mailHost = "api.resend.com";

const requestOf = async (request: Request): Promise<OutboundRequest> => ({
  url: request.url,
  method: request.method as "POST",
  headers: Object.fromEntries(request.headers),
  body: await request.text(),
});

/** A mail service that accepts every email. */
const mailTaken = async ({ body = "[]" }: OutboundRequest) => {
  const data = (JSON.parse(body) as unknown[]).map((_, n) => ({ id: `mail-${n}` }));
  return { status: 200, text: JSON.stringify({ data }) };
};

export async function startWaysWorld(settings: Record<string, string> = {}): Promise<WaysWorld> {
  const receivers = startReceivers();
  receivers.instead.set(mailHost, mailTaken);
  const peers = async (request: Request) => {
    const { status, text } = await receivers.answer(await requestOf(request));
    return new Response(text, { status });
  };
  const own = { UPFRONT_BOOTSTRAP_TOKEN: token, ...settings };
  const server = await startClockedServer({ networks: [], settings: own, peers });
  const api = makeApi(() => server.url, token);
  const { id: pageId } = await api("/pages", { page: { name: "Acme Shop", subdomain: "shop" } });
  const names = ["Checkout", "Search"];
  const made = await Promise.all(
    names.map((name) => api("/pages/shop/components", { component: { name, status: "operational" } })),
  );
  const components = Object.fromEntries(names.map((name, n) => [name, made[n]?.id ?? ""]));
  return { server, receivers, pageId, components, api };
}

/** Fills in the operator's form of a mailer for the mail service of this world. */
export async function setResend(desk: Page, { server }: WaysWorld): Promise<void> {
  await desk.goto(`${server.url}/manage/deployment/mailers/new?kind=resend`);
  await desk.getByLabel("Name", { exact: true }).fill("Ours");
  await desk.locator('[name="fromAddress"]').fill("status@shop.example");
  await desk.locator('[name="settings.apiKey"]').fill("re_key");
  await desk.locator("main form button").last().click();
  await desk.getByRole("status").filter({ hasText: "Mailer added" }).waitFor();
}

/** Returns what the mail service received for this address. */
export const mailsTo = ({ receivers }: WaysWorld, address: string) =>
  receivers.received
    .filter(({ host }) => host === mailHost)
    .flatMap(({ raw }) => JSON.parse(raw) as { to: string[]; subject: string; text: string }[])
    .filter(({ to }) => to.includes(address));
