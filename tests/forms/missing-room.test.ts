import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople, Owner, setStage } from "../support/matrix-cast";
import { openBrowser } from "../support/worker";

/** What is not found in a page's management, and who still has its menu then. */
let deployment: TestDeployment;

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
});
afterAll(() => deployment.close());

test.each(["/manage/acme/nope", "/manage/acme/no/such/address", "/manage/acme/incidents/gone"])(
  "a member at %s keeps the menu and the search, and is told the reference",
  async (path) => {
    const answer = await (await browserOf(deployment, "viewer")).go(path);
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(html.match(/<main/g)).toHaveLength(1);
    for (const part of ['href="/manage/acme/incidents"', 'href="/manage/acme/search"', "Page not found", "Reference: "])
      expect(html).toContain(part);
  },
);

test("a stranger learns nothing: neither that the page exists nor what is below it", async () => {
  const stranger = await openBrowser(deployment);
  const [here, nowhere] = await Promise.all(["acme", "other"].map((slug) => stranger.go(`/manage/${slug}/nope`)));
  expect([here?.status, nowhere?.status]).toEqual([nowhere?.status, here?.status]);
  const member = await browserOf(deployment, "viewer");
  const html = await (await member.go("/manage/other/nope")).text();
  expect(html).not.toContain('href="/manage/other/incidents"');
});
