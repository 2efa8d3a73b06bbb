import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deskEnglish } from "~/i18n/desk-english";
import { ownAssets } from "../../tests/support/assets";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { openBrowser } from "../../tests/support/worker";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
  deskEnglish.isInCode = false;
});
afterAll(async () => {
  deskEnglish.isInCode = true;
  await deployment.close();
});

test("management does nothing while its words cannot be read, says so, and goes on by itself", async () => {
  const fetch = vi.spyOn(ownAssets, "fetch").mockRejectedValue(new Error("away"));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const visitor = await openBrowser(deployment);
  const refused = await visitor.go("/manage/sign-in");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect(await refused.text()).toContain("<title>");
  expect((await visitor.go("/")).status).not.toBe(503);
  fetch.mockRestore();
  deployment.clock.now += 11_000;
  const paths: string[] = [];
  vi.spyOn(ownAssets, "fetch").mockImplementation(async (request) => {
    paths.push(new URL(String(request)).pathname);
    return Response.json({});
  });
  expect((await visitor.go("/manage/sign-in")).status).toBe(200);
  expect(paths.sort()).toEqual(["/words/en/management.json", "/words/groups.json"]);
  expect((await visitor.go("/manage/sign-in")).status).toBe(200);
  expect(paths).toHaveLength(2);
});
