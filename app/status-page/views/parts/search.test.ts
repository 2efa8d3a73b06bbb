import { afterAll, beforeAll, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { findCachedFrontPageResponse } from "../frame/memory";
import { loader } from "../front/page.route";

let deployment: TestDeployment;
let page: TestPage;

beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ components: 30 }));
  await publishPage(deployment.ctx(), page.id);
  await stampKnown(deployment.ctx());
});
afterAll(() => deployment.close());

const asked = (query: string) => visit(deployment, `/${page.slug}${query}`, { page: page.slug });

async function look(query: string) {
  const args = asked(query);
  const answer = await loader(args);
  const text = await answer.text();
  return { text, answer, rows: text.match(/<li class="c">/g)?.length ?? 0, meter: args.context.ctx.meter };
}

test("a form finds components by name: one row is read, and nothing of it is kept", async () => {
  resetIsolate();
  const whole = await look("");
  expect([whole.rows, whole.text.includes('<form class="find"')]).toEqual([30, true]);
  const name = /<li class="c"><a [^>]*>([^<]+)<\/a>/.exec(whole.text)?.[1] ?? "";
  resetIsolate();
  await stampKnown(deployment.ctx());
  const found = await look(`?q=${encodeURIComponent(name.toUpperCase())}`);
  expect(found.meter).toMatchObject({ read: 1, written: 0 });
  expect(found.rows).toBeGreaterThan(0);
  expect(found.rows).toBeLessThan(30);
  expect(found.text).toContain(`Found: ${found.rows} of 30`);
  expect(found.text).toContain('<meta name="robots" content="noindex">');
  expect(found.answer.headers.get("etag")).toBeNull();
  const { context, request } = asked("?q=x");
  const { ctx, hostPage, reader } = context;
  expect(findCachedFrontPageResponse(request, { ctx, pathname: `/${page.slug}`, hostPage, reader })).toBeNull();
  expect((await look("")).rows).toBe(30);
});

test("what is typed is shown as text, and finding nothing says so", async () => {
  const { text, rows } = await look(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(rows).toBe(0);
  expect(text).toContain("Found: 0 of 30");
  expect(text).not.toContain("<script>alert");
  expect(text).toContain(`<a href="/${page.slug}">Show all components</a>`);
});
