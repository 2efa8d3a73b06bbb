import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { personTable } from "~/db/schema";
import { filesDeskOfFile, shopFile, wholeFile } from "../../../tests/support/configuration-jobs";
import { browserOf } from "../../../tests/support/matrix-cast";
import { readPresentPages } from "../read-present";
import type { PresentThing } from "../rules/configuration-types";
import { type DescribedNoun, nounInFileByName } from "../rules/configured-nouns";
import { deploymentPageId } from "../rules/deployment-page";

const desk = filesDeskOfFile();

type PathOf = (thing: Pick<PresentThing, "id" | "values">) => string;

const below =
  (room: string): PathOf =>
  ({ id }) =>
    `/manage/shop/${room}/${id}`;

/** The page of management on which a thing of each noun is edited. */
const editedAt: Record<DescribedNoun, PathOf> = {
  page: () => "/manage/shop/settings",
  member: () => "/manage/shop/people",
  group: below("groups"),
  component: below("components"),
  agent: below("agents"),
  source: below("sources"),
  rule: ({ id, values }) => `/manage/shop/sources/${String(values.source)}/rules/${id}`,
  monitor: below("monitors"),
  heartbeat: below("heartbeats"),
  channel: below("channels"),
  template: below("templates"),
  mute: below("components"),
  mailer: ({ id }) => `/manage/deployment/mailers/${id}`,
};

test("every noun that a file describes says so where it is edited", { timeout: 60_000 }, async () => {
  const until = new Date(desk.deployment.clock.now + 3_600_000).toISOString();
  const more = `    members:
      ann: { email: ann@example.com, role: viewer }
    mutes:
      quiet: { subject: components/web, until: ${until} }
mailers:
  main: { kind: postmark, name: Main, from_address: status@example.com, settings: { serverToken: abc } }
`;
  await desk.deployment.ctx().db.update(personTable).set({ operator: true }).where(eq(personTable.id, "owner"));
  const operator = () => desk.person("owner", true);
  expect(await desk.applied(`${wholeFile}${more}`, { as: operator })).toMatchObject({ state: "applied", refusals: [] });
  const pages = await readPresentPages(operator(), [desk.pageId, deploymentPageId]);
  const browser = await browserOf(desk.deployment, "owner");
  const isOurs = ({ keys }: Pick<PresentThing, "keys">) => "infrastructure" in keys;
  for (const noun of Object.keys(nounInFileByName) as DescribedNoun[]) {
    const all = noun === "page" ? pages : pages.flatMap(({ things }) => things.filter((each) => each.noun === noun));
    const thing = all.find(isOurs);
    if (!thing) throw new Error(`the file has a ${noun}`);
    const html = await (await browser.go(editedAt[noun](thing))).text();
    const key = `${noun === "mute" ? "mutes/" : ""}${thing.keys.infrastructure}`;
    expect([noun, html.includes("Managed by the file infrastructure")]).toEqual([noun, true]);
    expect([noun, html.includes(key)]).toEqual([noun, true]);
  }
});

test.each(["", "/branding", "/escalation", "/visibility"])(
  "settings%s say which file manages the page",
  async (path) => {
    await desk.applied(wholeFile);
    const owner = await browserOf(desk.deployment, "owner");
    const html = await (await owner.go(`/manage/shop/settings${path}`)).text();
    expect(html).toContain("Managed by the file infrastructure");
  },
);

test("the list of components says that a file owns the order, which is taken over alone", async () => {
  await desk.applied(
    shopFile("    page_description: All of it\n    order: file\n    components: { api: { name: API } }\n"),
  );
  const owner = await browserOf(desk.deployment, "owner");
  const isManaged = async (path: string) =>
    (await (await owner.go(path)).text()).includes("Managed by the file infrastructure");
  const list = "/manage/shop/components";
  expect(await isManaged(list)).toBe(true);
  const fields = { form: "take-over", id: desk.pageId, field: "order", from: list };
  const taken = await owner.post("/manage/shop/configuration", fields);
  expect(taken.headers.get("location")).toBe(`${list}?done=configuration-taken-over`);
  expect([await isManaged(list), await isManaged("/manage/shop/settings")]).toEqual([false, true]);
});
