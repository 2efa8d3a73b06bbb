import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, signedInAs } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

let deployment: TestDeployment;
let viewer: Browser;
let session: string;

beforeAll(async () => {
  ({ deployment } = await openStaged());
  session = await signedInAs(deployment, "viewer");
  viewer = await browserOf(deployment, "viewer");
});
afterAll(() => deployment.close());

const account = "/manage/account";
/** Returns the document's first tag, as a browser with this cookie gets it. */
async function htmlTag(kept: string | null): Promise<string> {
  const cookie = [session, ...(kept ? [kept.split(";")[0]] : [])].join("; ");
  return /<html[^>]*>/.exec(await (await viewer.go(account, { headers: { cookie } })).text())?.[0] ?? "";
}

test("an appearance that is chosen on Account is that of every room, until the system's is chosen again", async () => {
  expect(await htmlTag(null)).not.toContain("data-theme");
  for (const theme of ["dark", "light"]) {
    const answer = await viewer.post(account, { form: "appearance", theme });
    expect(answer.status).toBe(303);
    expect(await htmlTag(answer.headers.get("set-cookie"))).toContain(`data-theme="${theme}"`);
  }
  const answer = await viewer.post(account, { form: "appearance", theme: "" });
  expect(await htmlTag(answer.headers.get("set-cookie"))).not.toContain("data-theme");
});

test("another appearance than those offered is refused at its field, and nothing is kept", async () => {
  const answer = await viewer.post(account, { form: "appearance", theme: "sepia" });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([422, null]);
  expect(await answer.text()).toContain("Choose one of the listed options.");
});
