import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { makePasskeyChallenge, verifyPasskeyChallenge } from "./ceremony";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const mine = { mark: "m".repeat(43), personId: "ada" };
const asSent = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const begun = async () => asSent(await makePasskeyChallenge(deployment.ctx(), "passkey_step_up", mine));

test("a challenge is opened for what it was made for, by whom and where it was made, and not with another time", async () => {
  const ctx = deployment.ctx();
  const text = await begun();
  const [expiry = "", ...rest] = Buffer.from(text, "base64url").toString().split(".");
  const longer = Buffer.from([`${expiry}0`, ...rest].join(".")).toString("base64url");
  const asOther = Buffer.from(text, "base64url").toString().replace("passkey_step_up", "passkey_new");
  expect(await verifyPasskeyChallenge(ctx, text, "passkey_step_up", mine)).toMatchObject({ personId: "ada" });
  expect(await verifyPasskeyChallenge(ctx, text, "passkey_new", mine)).toBeNull();
  expect(await verifyPasskeyChallenge(ctx, Buffer.from(asOther).toString("base64url"), "passkey_new", mine)).toBeNull();
  expect(await verifyPasskeyChallenge(ctx, text, "passkey_step_up", { ...mine, personId: "bob" })).toBeNull();
  expect(await verifyPasskeyChallenge(ctx, text, "passkey_step_up", { ...mine, mark: "n".repeat(43) })).toBeNull();
  expect(await verifyPasskeyChallenge(ctx, longer, "passkey_step_up", mine)).toBeNull();
});

test("a challenge is over after five minutes", async () => {
  const text = await begun();
  deployment.clock.now += 5 * 60_000;
  expect(await verifyPasskeyChallenge(deployment.ctx(), text, "passkey_step_up", mine)).toBeNull();
});
