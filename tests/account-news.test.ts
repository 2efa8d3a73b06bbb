import { afterAll, beforeAll, expect, test } from "vitest";
import { requestAddress } from "~/usecases/people/account";
import { addPasskey } from "~/usecases/people/passkeys/add";
import { beginPasskey } from "~/usecases/people/passkeys/begin";
import { tryCode } from "~/usecases/people/try-code";
import { Authenticator } from "./support/authenticator";
import { good } from "./support/desk";
import { addPerson, mailOf } from "./support/sign-in-mail";
import { openTold, quiet, type Told } from "./support/told";

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
  const options = await good(beginPasskey(ada(), { name: "Phone", mark }));
  const credential = new Authenticator("http://localhost:8787").make(options);
  await good(addPasskey(ada(), { name: "Phone", mark, credential }));
  await told.sendAll();
  expect(mails()).toEqual([["ada@example.com", expect.stringContaining("A passkey was added to your account")]]);
});

test("an address that was replaced is told so, at the old one", async () => {
  told.smtp.mails.length = 0;
  told.deployment.clock.now += 1000;
  const { request } = await good(requestAddress(ada(), { address: "new@example.com", browser: null }));
  const { code } = await mailOf(told.deployment);
  await told.sendAll();
  told.deployment.clock.now += 1000;
  await good(tryCode(ada(), { code, request, userAgent: null }));
  await told.sendAll();
  expect(mails().map(([recipient]) => recipient)).toEqual(["new@example.com", "ada@example.com"]);
  expect(mails()[1]?.[1]).toContain("was changed");
});
