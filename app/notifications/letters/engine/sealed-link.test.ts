import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { makeAcknowledgeToken, openAcknowledgeToken } from "./acknowledge-link";
import { readConfirmationRequestLink } from "./confirmation-request-link";
import { openLinkToken, sealLinkToken } from "./sealed-link";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const until = () => deployment.clock.now + 1000;

test("a link is opened for the purpose for which it was sealed, and for no other", async () => {
  const ctx = deployment.ctx();
  const sealed = await sealLinkToken(ctx, "one", { expiresAt: until() });
  expect(await openLinkToken(ctx, "one", sealed)).toMatchObject({ expiresAt: until() });
  expect(await openLinkToken(ctx, "another", sealed)).toBeNull();
  expect(await openLinkToken(ctx, "", await ctx.secrets.seal(JSON.stringify({ expiresAt: until() })))).toBeNull();
});

test("who may acknowledge an alert cannot subscribe by the same link", async () => {
  const ctx = deployment.ctx();
  const token = await makeAcknowledgeToken(ctx, { pageId: "p", noticeId: "n", personId: "q", expiresAt: until() });
  expect(await openAcknowledgeToken(ctx, token)).not.toBeNull();
  expect(await readConfirmationRequestLink(ctx, token)).toBeNull();
});

test("not after its time", async () => {
  const ctx = deployment.ctx();
  const sealed = await sealLinkToken(ctx, "one", { expiresAt: until() });
  deployment.clock.now += 1000;
  expect(await openLinkToken(ctx, "one", sealed)).toBeNull();
});
