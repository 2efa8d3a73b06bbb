import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { aPage, arrange } from "../../tests/support/scenario";
import { openBrowser, origin } from "../../tests/support/worker";
import { publishPage } from "../status-page/publishing/engine/publish";
import { slugTextSchema } from "./rules/input";
import { laterReservedSlugs, refusedSlugs, reservedSlugs } from "./rules/reserved-slugs";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

test("these words are reserved: no new page can have them", () => {
  expect([...laterReservedSlugs].sort()).toEqual([
    "acknowledge",
    "cli",
    "device",
    "mcp",
    "oauth",
    "oembed",
    "schemas",
    "v2",
  ]);
  for (const slug of refusedSlugs) expect([slug, slugTextSchema.safeParse(slug).success]).toEqual([slug, false]);
  expect(laterReservedSlugs.filter((slug) => reservedSlugs.has(slug))).toEqual([]);
});

test.each(laterReservedSlugs)("a page that is named %s already keeps its address and all below it", async (slug) => {
  const page = aPage({ slug });
  await arrange(deployment, page);
  await publishPage(deployment.ctx(), page.id);
  const visitor = await openBrowser(deployment);
  const typeOf = async (path: string, accept = "text/html") => {
    const response = await visitor.go(path, { headers: { accept } });
    return [response.status, response.headers.get("content-type")?.split(";")[0]];
  };
  expect(await typeOf(`/${slug}`)).toEqual([200, "text/html"]);
  expect(await typeOf(`/${slug}`, "application/json")).toEqual([200, "application/json"]);
  expect(await typeOf(`/${slug}`, "text/markdown")).toEqual([200, "text/markdown"]);
  expect(await typeOf(`/${slug}.md`)).toEqual([200, "text/markdown"]);
  expect(await typeOf(`/${slug}/history`)).toEqual([200, "text/html"]);
  expect(await typeOf(`/${slug}/components/${page.components[0]}.md`)).toEqual([200, "text/markdown"]);
  const summary = await (await visitor.go(`/${slug}/api/v2/summary.json`)).json();
  expect(summary).toMatchObject({ page: { url: `${origin}/${slug}` } });
  expect((await visitor.go(`/manage/${slug}`)).headers.get("location")).toMatch(/^\/manage\/sign-in/);
});
