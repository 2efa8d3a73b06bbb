import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** An account at the provider, and its claims. */
export interface Account {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A real OpenID Connect provider on a port of this machine. */
export interface Oidc {
  issuer: string;
  clientId: string;
  secret: string;
  accounts: Record<string, Account>;
  /** Registers an address as an operator would, exact. */
  allowRedirect(address: string): Promise<void>;
  /** Sets another secret from now on; the old one is refused. */
  renewSecret(secret: string): Promise<void>;
  /**
   * Opens the address as a browser does, signs in as this account (null = declines), and returns the redirect's target.
   */
  visit(address: string, account: string | null): Promise<URL>;
  close(): Promise<void>;
}

const page = (uid: string) => `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in at the provider</h1>
<form method="post" action="/interaction/${uid}"><label>Account <input name="account"></label>
<button name="go" value="yes">Let me in</button> <button name="go" value="no">Do not</button></form>`;

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const part of request) text += String(part);
  return new URLSearchParams(text);
}

/** Its own sign-in page: a form with an account and two buttons. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html");
    response.end(page(request.url?.split("/")[2] ?? ""));
    return;
  }
  const fields = await bodyOf(request);
  const login = { login: { accountId: fields.get("account") } };
  const result = fields.get("go") === "yes" ? login : { error: "access_denied" };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const clientId = "upfront";
const firstSecret = "a secret of the client, with : and %";

interface Asked {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
}

/** Grants consent without asking, because that is between the provider and its users. */
async function grantOf({ oidc: { client, session, provider } }: Asked) {
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

const configurationOf = (accounts: Record<string, Account>) => ({
  clients: [{ client_id: clientId, client_secret: firstSecret, redirect_uris: ["http://localhost/none"] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_ctx: unknown, sub: string) =>
    accounts[sub] ? { accountId: sub, claims: () => ({ sub, ...accounts[sub] }) } : undefined,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  loadExistingGrant: grantOf,
  cookies: { keys: ["keys of a test"] },
  pkce: { required: () => true },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
});

/** A minimal browser for a provider: cookies, and redirects within its own site. */
async function travel(issuer: string, address: string, account: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  const call = async (url: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    return answer;
  };
  let at = address;
  for (let hops = 0; hops < 8; hops++) {
    if (!at.startsWith(`${issuer}/`)) return new URL(at);
    const isForm = at.includes("/interaction/");
    const body = new URLSearchParams({ account: account ?? "", go: account === null ? "no" : "yes" });
    const answer = await call(at, isForm ? { method: "POST", body } : {});
    const location = answer.headers.get("location");
    if (location === null)
      throw new Error(`the provider says ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    at = new URL(location, at).href;
  }
  throw new Error("the provider sends around in circles");
}

export async function startOidc(accounts: Record<string, Account> = {}): Promise<Oidc> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationOf(accounts));
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/")) void interact(provider, request, response);
    else answer(request, response);
  });
  const client = async () => {
    const found = await provider.Client.find(clientId);
    if (!found) throw new Error("no client");
    return found;
  };
  return {
    issuer,
    clientId,
    secret: firstSecret,
    accounts,
    allowRedirect: async (address) => void (await client()).redirectUris.push(address),
    renewSecret: async (secret) => void Object.assign(await client(), { clientSecret: secret }),
    visit: (address, account) => travel(issuer, address, account),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
