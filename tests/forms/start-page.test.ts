import { afterEach, beforeEach, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { aPage, arrange } from "../support/scenario";
import { printLink, signIn } from "../support/sign-in";
import { addPerson } from "../support/sign-in-mail";
import { openBrowser } from "../support/worker";

/** Where a sign-in leads: to Now where there is one page, to the list where somebody has to choose. */
let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(() => deployment.close());

async function landing(): Promise<string | null> {
  const visitor = await openBrowser(deployment);
  const answer = await visitor.post(await printLink(deployment));
  return answer.headers.get("location");
}

test("with no page, a sign-in opens the list, which asks for one", async () => {
  expect(await landing()).toBe("/manage");
});

test("with exactly one page it opens Now, also for who is signed in already; what was asked for comes first", async () => {
  await arrange(deployment, aPage());
  expect(await landing()).toBe("/manage/acme");
  const known = await openBrowser(deployment, { cookie: await signIn(deployment) });
  const start = async (query: string) => (await known.go(`/manage/sign-in${query}`)).headers.get("location");
  expect(await start("")).toBe("/manage/acme");
  expect(await start("?next=%2Fmanage")).toBe("/manage/acme");
  expect(await start("?next=https%3A%2F%2Fevil.example")).toBe("/manage/acme");
  expect(await start("?next=%2Fmanage%2Facme%2Fpeople%3Fq%3D1")).toBe("/manage/acme/people?q=1");
  expect((await known.go("/manage")).status).toBe(200);
});

test("with a second page, even one that nobody of them has joined, it opens the list", async () => {
  await arrange(deployment, aPage());
  expect(await landing()).toBe("/manage/acme");
  await arrange(deployment, aPage({ slug: "other" }));
  expect(await landing()).toBe("/manage");
});

test("the pages of others do not count for who is no operator", async () => {
  await arrange(deployment, aPage());
  await arrange(deployment, aPage({ slug: "other" }));
  await addPerson(deployment, { id: "ada", pageId: "page-other", role: "viewer" });
  const ctx = deployment.ctx({ kind: "person", id: "ada", operator: false, sessionId: "s" });
  const { findOnlyPageSlug: onlyPageOf } = await import("~/people/only-page");
  expect(await onlyPageOf(ctx, "ada")).toBe("other");
});
