import { afterAll, beforeAll, expect, test } from "vitest";
import { passkeyTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { arrange, put, somePeople } from "../../tests/support/scenario";
import { setQuietMailer } from "../../tests/support/smtp";
import { removePasskey } from "./passkeys/verbs";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
});
afterAll(() => deployment.close());

test("an address is no way in as long as no mail can leave", async () => {
  await arrange(deployment, somePeople({ id: "eve" }));
  const made = { credentialId: "c", id: "key", personId: "eve", name: "Phone", publicKey: "", transports: [] };
  await put(deployment, passkeyTable, [{ ...made, createdAt: 1 }]);
  const eve = { kind: "person", id: "eve", operator: false, sessionId: "s", provenAt: deployment.clock.now } as const;
  const remove = () => removePasskey(deployment.ctx(eve), { id: "key" });
  expect(await remove()).toMatchObject({ ok: false, failure: { code: "last_credential" } });
  await setQuietMailer(deployment);
  expect((await remove()).ok).toBe(true);
});
