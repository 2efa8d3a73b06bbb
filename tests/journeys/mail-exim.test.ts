import { afterEach, expect, test } from "vitest";
import { certificateFor } from "../support/certificates";
import { type Exim, startExim } from "../support/exim";
import { startServer, type TestServer } from "../support/server";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of closing.splice(0).reverse()) await stop();
});

async function serve(caFile: string): Promise<TestServer> {
  const env = { UPFRONT_NETWORK_ALLOW: "127.0.0.1", NODE_EXTRA_CA_CERTS: caFile };
  const server = await startServer({ args: ["--empty"], env });
  closing.push(server.stop);
  return server;
}

async function post(server: TestServer, path: string, fields: Record<string, string>, cookie = ""): Promise<Response> {
  return fetch(new URL(path, server.url), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: { cookie, origin: server.url, "sec-fetch-site": "same-origin" },
  });
}

async function signIn(server: TestServer): Promise<string> {
  const answer = await post(server, server.ownerLink, {});
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Adds a mailer by its form and presses "Send a test": the page that answers. */
async function sendTest(server: TestServer, exim: Exim): Promise<string> {
  const cookie = await signIn(server);
  const made = await post(
    server,
    "/manage/deployment/mailers/new?kind=smtp",
    {
      form: "mailer",
      kind: "smtp",
      name: "Exim",
      fromAddress: "status@acme.example",
      "settings.host": exim.host,
      "settings.port": String(exim.port),
      "settings.security": "starttls",
      "settings.username": exim.username,
      "settings.password": exim.password,
    },
    cookie,
  );
  expect(made.status).toBe(303);
  const page = new URL(made.headers.get("location") ?? "", server.url).pathname;
  return (await post(server, page, { form: "test", to: "ana@example.com" }, cookie)).text();
}

async function exim(options: Parameters<typeof startExim>[0] = {}): Promise<Exim> {
  const started = await startExim(options);
  closing.push(started.stop);
  return started;
}

async function until<T>(look: () => Promise<T[]>): Promise<T[]> {
  for (let tries = 0; tries < 50; tries++) {
    const found = await look();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return look();
}

test("a mail goes by STARTTLS, signed in, through Debian's Exim into a mailbox", async () => {
  const mailServer = await exim();
  const server = await serve(mailServer.caFile);
  const page = await sendTest(server, mailServer);
  expect(page).toContain("The mail server accepted the test email.");
  expect(page).toMatch(/250 OK id=/);
  const [mail] = await until(mailServer.mails);
  expect(mail).toMatchObject({ from: { name: "Upfront", address: "status@acme.example" } });
  expect(mail?.to?.[0]?.address).toBe("ana@example.com");
  expect(mail?.text).toBeTruthy();
  expect(mail?.html).toBeTruthy();
  expect(mailServer.log()).toMatch(/P=esmtpsa X=TLS1\.\d.* A=plain:upfront/);
  expect(server.output()).not.toContain(mailServer.password);
});

test("a certificate of another name, or of an authority that nobody knows: no mail, and no password", async () => {
  const wrong = await exim({ names: ["DNS:other.example"] });
  const named = await serve(wrong.caFile);
  const page = await sendTest(named, wrong);
  expect(page).toContain("The mailer doesn’t work. No email was sent.");
  expect(page).toContain("certificate valid for this name?");
  const unknown = await exim();
  const strict = await serve(certificateFor().certFile);
  expect(await sendTest(strict, unknown)).toContain("The mailer doesn’t work. No email was sent.");
  for (const each of [wrong, unknown]) {
    expect(await each.mails()).toEqual([]);
    expect(each.log()).not.toContain("A=plain");
  }
});

test("when the offer of STARTTLS is taken away, nothing goes in the clear", async () => {
  const mailServer = await exim({ starttls: false });
  const server = await serve(mailServer.caFile);
  const page = await sendTest(server, mailServer);
  expect(page).toContain("The server does not offer STARTTLS. Nothing was sent in the clear.");
  expect(await mailServer.mails()).toEqual([]);
});
