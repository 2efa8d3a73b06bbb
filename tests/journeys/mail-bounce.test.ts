import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { freePort } from "../support/child";
import { type Exim, startExim } from "../support/exim";
import { pickComponent } from "../support/picker";
import { startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";
import { type Smtp, startSmtp } from "../support/smtp";

/**
 * Debian's Exim takes a mail and learns only then that the server of its reader refuses it; its report comes back to us by
 * SMTP, at the address that the mailer names as its return path.
 */
const domain = "in.example.com";
let [server, exim, reader, browser]: [TestServer?, Exim?, Smtp?, TestBrowser?] = [];
let desk: Page;

beforeAll(async () => {
  const mailPort = await freePort();
  [reader, browser] = await Promise.all([startSmtp({}), openBrowser()]);
  exim = await startExim({ relays: { "gone.example": reader.port, [domain]: mailPort } });
  const env = {
    UPFRONT_MAIL_DOMAIN: domain,
    UPFRONT_NETWORK_ALLOW: "127.0.0.1",
    NODE_EXTRA_CA_CERTS: exim.caFile,
  };
  server = await startServer({ args: ["--empty", "--mail-port", String(mailPort)], env });
  desk = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(desk, server, "shop", ["Website"]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await exim?.stop();
  await reader?.close();
});

/** By its form, with the address for reports that its own page shows. */
async function addMailer({ host, port, username, password }: Exim): Promise<void> {
  await desk.goto(`${server?.url}/manage/deployment/mailers/new?kind=smtp`);
  const typed = {
    fromAddress: "status@acme.example",
    "settings.host": host,
    "settings.port": String(port),
    "settings.username": username,
    "settings.password": password,
    "settings.returnPath": `bounces@${domain}`,
  };
  for (const [name, value] of Object.entries(typed)) await desk.locator(`[name="${name}"]`).fill(value);
  await desk.getByRole("button", { name: "Add the mailer" }).click();
  await desk.getByText(`bounces@${domain}`).first().waitFor();
}

/** Somebody who confirmed while their server still knew them. */
async function subscribe(address: string): Promise<void> {
  await desk.goto(`${server?.url}/manage/shop/subscribers/new`);
  await desk.getByLabel("Email address", { exact: true }).fill(address);
  await desk.getByRole("button", { name: "Add and send confirmation" }).click();
  const link = await vi.waitFor(
    () => {
      const mail = reader?.mails.find(({ recipient }) => recipient === address);
      return (/http\S+\/subscriptions\/[\w.-]+/.exec(mail?.text ?? "") as RegExpExecArray)[0];
    },
    { timeout: 20_000 },
  );
  await desk.goto(link);
  const confirmed = desk.waitForResponse((answer) => answer.request().method() === "POST");
  await desk.getByRole("button", { name: "Confirm subscription" }).click();
  await confirmed;
}

test("a mail that is refused late comes back as a report: its reader is shown as bouncing, with the server's reason", async () => {
  await addMailer(exim as Exim);
  for (const name of ["ann", "bert"]) await subscribe(`${name}@gone.example`);
  reader?.refuse((to) => (to.startsWith("ann@") ? { code: 550, text: "5.1.1 No such user here" } : null));
  await desk.goto(`${server?.url}/manage/shop/incidents/new`);
  await desk.getByLabel("Title").fill("Orders are late");
  await desk.getByLabel("Update", { exact: true }).fill("We look into it.");
  await pickComponent(desk, "Website", "partial_outage");
  await desk.getByRole("button", { name: "Publish" }).click();
  await desk.getByText("Published. Visitors see it now.").waitFor();
  const list = `${server?.url}/manage/shop/subscribers`;
  await expect
    .poll(
      async () => {
        await desk.goto(`${list}?state=quarantined`);
        return desk.locator("main").textContent();
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toContain("ann@gone.example");
  const shown = (await desk.locator("main").textContent()) ?? "";
  expect(shown).toContain("5.1.1 No such user here");
  expect(shown).not.toContain("bert@gone.example");
  expect(exim?.log()).toMatch(/ann@gone\.example.*550 5\.1\.1 No such user here/);
  expect(exim?.log()).toMatch(new RegExp(`=> bounces@${domain.replaceAll(".", "\\.")}`));
  const news = reader?.mails.filter(({ subject = "" }) => subject.includes("Orders are late"));
  expect(news?.map(({ recipient }) => recipient)).toEqual(["bert@gone.example"]);
  expect(server?.output()).toContain("mail.report_bounced");
  expect(server?.output()).not.toContain("ann@gone.example");
});
