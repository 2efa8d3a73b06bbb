import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { nodeOutbound } from "../support/outbound";
import { openSignedIn } from "../support/sign-in";
import { type Smtp, startSmtp } from "../support/smtp";
import type { Browser } from "../support/worker";

let deployment: TestDeployment;
let smtp: Smtp;
let operator: Browser;

beforeAll(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  smtp = await startSmtp({ auth: { username: "upfront", password: "hush-hush" } });
  operator = await openSignedIn(deployment);
});
afterAll(async () => {
  await smtp.close();
  await deployment.close();
});

const home = "/manage/deployment";
const textOf = async (path: string) => (await operator.go(path)).text();
const fields = () => ({
  form: "mailer",
  kind: "smtp",
  name: "Our server",
  fromAddress: "status@acme.example",
  "settings.host": smtp.host,
  "settings.port": String(smtp.port),
  "settings.security": "off",
  "settings.username": "upfront",
  "settings.password": "hush-hush",
});
let address = "";

test("without a mailer the page says that mails wait, and offers the kinds there are", async () => {
  expect(await textOf("/manage/account")).toContain(`href="${home}"`);
  expect(await textOf(home)).toContain("Emails wait in the outbox; nothing is lost.");
  const kinds = await textOf(`${home}/mailers/new`);
  for (const kind of ["smtp", "resend"]) expect(kinds).toContain(`?kind=${kind}`);
  const form = await textOf(`${home}/mailers/new?kind=smtp`);
  expect(form).toMatch(/<option value="starttls" selected/);
  expect(form).toContain('value="587"');
});

test("a wrong form comes back with what was typed and a message beside the field", async () => {
  const answer = await operator.post(`${home}/mailers/new?kind=smtp`, {
    ...fields(),
    fromAddress: "a@b.example,c@d.example",
  });
  expect(answer.status).toBe(422);
  const text = await answer.text();
  expect(text).toContain("Enter one email address, such as status@example.com.");
});

test("a mailer is added, and its password is shown nowhere", async () => {
  const answer = await operator.post(`${home}/mailers/new?kind=smtp`, fields());
  address = new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
  expect([answer.status, address]).toEqual([303, expect.stringMatching(/^\/manage\/deployment\/mailers\/\w+$/)]);
  const text = await textOf(address);
  expect(text).toContain("••••••••");
  expect(text).not.toContain("hush-hush");
  expect(await textOf(home)).toContain("Our server");
});

test("a test mail is a real mail, and its answer is shown", async () => {
  const answer = await operator.post(address, { form: "test", to: "ana@example.com" });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain("The mail server accepted the test email.");
  expect(text).toMatch(/250 /);
  expect(smtp.mails.at(-1)?.recipient).toBe("ana@example.com");
  expect(await textOf(address)).toContain("last sent");
});

test("a version that somebody changed meanwhile is a conflict with both", async () => {
  const { kind, ...rest } = fields();
  const changed = { ...rest, version: "0", name: "Renamed" };
  expect((await operator.post(address, changed)).status).toBe(303);
  const late = await operator.post(address, { ...changed, name: "Late" });
  expect(late.status).toBe(409);
  const text = await late.text();
  expect(text).toContain("Renamed");
  expect(text).toContain("Late");
});

test.each(["heartbeat", "self-check"])("the address of the %s is set, masked, and taken away", async (form) => {
  const url = "https://hc.example.com/ping/secret-part";
  expect((await operator.post(home, { form, url })).headers.get("location")).toBe(`${home}?done=${form}-address-saved`);
  const text = await textOf(home);
  expect(text).toContain("https://hc.example.com/••••");
  expect(text).not.toContain("secret-part");
  const own = await operator.post(home, { form, url: "http://169.254.169.254/latest" });
  expect(own.status).toBe(422);
  const late = await operator.post(home, { form, url, version: "0" });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Someone else changed this while you were editing");
  expect((await operator.post(home, { form: `${form}-off` })).status).toBe(303);
  expect(await textOf(home)).not.toContain("https://hc.example.com/••••");
});

test("a mailer is deleted behind a tick", async () => {
  expect((await operator.post(address, { form: "delete" })).status).toBe(422);
  const gone = await operator.post(address, { form: "delete", sure: "on" });
  expect(gone.headers.get("location")).toBe(`${home}?done=mailer-deleted`);
  expect(await textOf(home)).toContain("No mailers yet");
});
