import { afterAll, beforeAll, expect, test } from "vitest";
import { membershipTable, personTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople } from "../support/matrix-cast";
import { aPage, arrange, membersOf, put } from "../support/scenario";
import type { Browser } from "../support/worker";

/** The list of a page's team: sorted by its heads, filtered by its address, changed where it was. */
let deployment: TestDeployment;
let owner: Browser;
let viewer: Browser;
const here = "/manage/acme/people";

beforeAll(async () => {
  deployment = await openDeployment();
  const page = aPage({ slug: "acme" });
  await makePeople(deployment);
  await arrange(deployment, page, membersOf(page.id, { owner: "owner", viewer: "viewer", admin: "admin" }));
  const times = { createdAt: 1, updatedAt: 1 };
  await put(deployment, personTable, [
    { id: "zoe", name: "Zoë", email: "a@example.com", ...times },
    { id: "emil", name: "Émile", email: "z@example.com", ...times },
  ]);
  await put(deployment, membershipTable, [
    { pageId: page.id, personId: "zoe", role: "responder", createdAt: 5 },
    { pageId: page.id, personId: "emil", role: "responder", createdAt: 6 },
  ]);
  [owner, viewer] = [await browserOf(deployment, "owner"), await browserOf(deployment, "viewer")];
});
afterAll(() => deployment.close());

const textOf = async (query: string, who = owner) =>
  (await (await who.go(`${here}${query}`)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, "");
const namesOf = (html: string) =>
  [...html.matchAll(/role="rowheader"[^>]*>(?:<span[^>]*>)?<bdi>([^<]*)</g)].map(([, name]) => name);

test("owners come first; every column sorts in both directions", async () => {
  const html = await textOf("");
  expect(namesOf(html)).toEqual(["owner", "admin", "Émile", "Zoë", "viewer"]);
  for (const part of ['aria-sort="ascending"', 'href="?sort=-role"', 'href="?sort=-seen"', "Invited by"])
    expect(html).toContain(part);
  expect(namesOf(await textOf("?sort=-name"))).toEqual(["Zoë", "viewer", "owner", "Émile", "admin"]);
  expect(namesOf(await textOf("?sort=email")).slice(0, 2)).toEqual(["Zoë", "Émile"]);
});

test("a filter is in the address; what finds nobody offers everybody", async () => {
  expect(namesOf(await textOf("?text=zoe"))).toEqual(["Zoë"]);
  expect(namesOf(await textOf("?role=responder&sort=-joined"))).toEqual(["Émile", "Zoë"]);
  const none = await textOf("?text=nobody");
  for (const part of ["No matching members", "Show all members"]) expect(none).toContain(part);
});

test("members who are no admins see neither addresses nor how others sign in", async () => {
  const html = await textOf("?text=a%40example.com", viewer);
  for (const part of ["Last seen", "Invited by", "Zoë", 'sort=email"']) expect(html).not.toContain(part);
});

test("a member is changed on a page of their own, which leads back to the list as it was", async () => {
  const list = await textOf("?role=responder");
  expect(list).toContain(`href="${here}?role=responder&amp;change=zoe"`);
  expect(list).not.toContain("Save the role");
  const html = await textOf("?role=responder&change=zoe");
  for (const part of ["Save the role of Zoë", "Remove from the page: Zoë", `href="${here}?role=responder"`])
    expect(html).toContain(part);
  expect(namesOf(html)).toEqual([]);
  expect(await textOf("?change=owner")).toContain("The last owner can’t leave");
  expect(await textOf("?change=zoe", viewer)).not.toContain("Save the role");
  const fields = { form: "role-zoe", person: "zoe", version: "0" };
  const at = `${here}?role=responder&change=zoe`;
  const done = await owner.post(at, { ...fields, intent: "role", role: "viewer" });
  expect(done.headers.get("location")).toBe(`${here}?role=responder&done=role-changed`);
  const late = await owner.post(at, { ...fields, intent: "role", role: "admin" });
  const refused = await late.text();
  expect([late.status, refused.includes("Someone changed this role first")]).toEqual([409, true]);
  expect(refused).toContain("Save the role of Zoë");
});
