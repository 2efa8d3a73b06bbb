import { afterAll, beforeAll, expect, test } from "vitest";
import { requestAddressChange } from "~/people/account";
import { beginPasskeyRegistration } from "~/people/passkeys/begin";
import { addPasskey } from "~/people/passkeys/verbs";
import { redeemSignInLink } from "~/people/spend-link";
import { redeemSignInCode } from "~/people/try-code";
import { Authenticator } from "../support/authenticator";
import { good } from "../support/desk";
import { printLink } from "../support/sign-in";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { execute, openTold, quiet, type Told } from "../support/told";

let told: Told;
beforeAll(async () => {
  told = await openTold();
  await addPerson(told.deployment, { id: "ada" });
});
afterAll(() => told.close());

const ada = () => quiet(told.deployment.ctx({ kind: "person", id: "ada", operator: false, sessionId: "s" }));
const mails = () => told.smtp.mails.map(({ recipient, text }) => [recipient, text ?? ""] as const);

test("a passkey that was added is said to its person", async () => {
  const mark = "m".repeat(43);
  const options = await good(beginPasskeyRegistration(ada(), { name: "Phone", mark }));
  const credential = new Authenticator("http://localhost:8787").make(options);
  await good(addPasskey(ada(), { name: "Phone", mark, credential }));
  await told.sendAll();
  expect(mails()).toEqual([["ada@example.com", expect.stringContaining("A passkey was added to your account")]]);
});

test("an address that was replaced is told so, at the old one", async () => {
  told.smtp.mails.length = 0;
  told.deployment.clock.now += 1000;
  const { request } = await good(requestAddressChange(ada(), { address: "new@example.com", browser: null }));
  const { code } = await mailOf(told.deployment);
  await told.sendAll();
  told.deployment.clock.now += 1000;
  await good(redeemSignInCode(ada(), { code, request, userAgent: null }));
  await told.sendAll();
  expect(mails().map(([recipient]) => recipient)).toEqual(["new@example.com", "ada@example.com"]);
  expect(mails()[1]?.[1]).toContain("was changed");
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A console link signs in the first operator. */
async function press(userAgent: string, device: string | null) {
  told.deployment.clock.now += 1000;
  const ctx = quiet(told.deployment.ctx());
  const token = (await printLink(told.deployment)).split("/").at(-1) ?? "";
  const entered = await good(redeemSignInLink(ctx, { token, request: null, userAgent, device }));
  await told.sendAll();
  if (entered.kind !== "session") throw new Error("no session");
  return entered.device;
}

test("a browser in which they never signed in is said to them, and only the first time", async () => {
  await execute(told, "UPDATE person SET operator = 1 WHERE id = 'ada'");
  told.smtp.mails.length = 0;
  const device = await press(firefox, null);
  expect(mails()).toEqual([["new@example.com", expect.stringContaining("Firefox · Linux")]]);
  await press(firefox, device);
  expect(mails()).toHaveLength(1);
  await press("<script>alert(1)</script>", device.replace("ada", "eve"));
  expect(mails()).toHaveLength(2);
  expect(mails()[1]?.[1]).not.toContain("script");
});
