import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createAgent } from "~/agents/verbs";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { attacksSaid } from "../support/attacks-said";
import { type Desk, good, openDesk } from "../support/desk";
import { aPage, arrange } from "../support/scenario";
import { signIn } from "../support/sign-in";
import { type Browser, openBrowser } from "../support/worker";

/** Bad input never ends in a 500, and writes no error to the log. */
let desk: Desk;
let visitor: Browser;
let owner: Browser;
let hidden = "";
let agentId = "";
beforeAll(async () => {
  desk = await openDesk();
  await publishPage(desk.deployment.ctx(), desk.pageId);
  visitor = await openBrowser(desk.deployment);
  owner = await openBrowser(desk.deployment, { cookie: await signIn(desk.deployment) });
  ({ id: agentId } = await good(createAgent(desk.as("admin"), { pageId: desk.pageId, name: "Office", every: 5 })));
  ({ id: hidden } = await arrange(desk.deployment, aPage({ slug: "hidden" })));
  await publishPage(desk.deployment.ctx(), hidden);
  const { d1 } = desk.deployment.ctx();
  await d1
    .prepare("UPDATE page SET visibility = 'passphrase', passphrase_generation = 1 WHERE id = ?1")
    .bind(hidden)
    .run();
  await d1.prepare("UPDATE snapshot SET visibility = 'passphrase:1' WHERE page_id = ?1").bind(hidden).run();
});
afterAll(() => desk.close());

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, "error");
});
afterEach(() => {
  const said = errors.mock.calls.map(([line]: unknown[]) => String(line).slice(0, 300));
  errors.mockRestore();
  expect(said).toEqual([]);
});

/** What no base64url is, by its length, its letters or its form. */
const malformed = [
  "a",
  "abcde",
  "a.a",
  "mxyz.a",
  "mxyzmxyz.abcde",
  "%ff",
  "..",
  "=",
  "é",
  " ",
  "\u0000",
  "a".repeat(5000),
];

const form = { "content-type": "application/x-www-form-urlencoded" };

test.each(malformed)("a form's token that is %j is refused", async (token) => {
  for (const path of ["/acme/subscribe", "/manage/sign-in", "/acme/unlock", "/acme/preferences"]) {
    const body = new URLSearchParams({ _token: token, email: "ann@example.com" });
    expect([path, (await visitor.go(path, { method: "POST", headers: form, body })).status]).toEqual([path, 403]);
  }
});

test.each(malformed)("a form that says it was opened at %j is answered", async (since) => {
  const answer = await visitor.post("/acme/subscribe", { since, email: "ann@example.com" });
  expect([200, 303, 400, 422, 429]).toContain(answer.status);
});

test.each(malformed)("a cookie of %j is nobody's", async (value) => {
  const cookies = ["session", "asked", `page-${hidden}`, `page-${desk.pageId}`, "trip", "language", "theme", "zone"];
  for (const name of cookies) {
    const sent = [`__Host-${name}=${value}`, `${name}=${value}`].map((each) =>
      each.replaceAll(/[^\x20-\x7e]/g, "\xff"),
    );
    for (const cookie of sent) {
      for (const [path, status] of [
        ["/acme", 200],
        ["/hidden", 404],
        ["/nowhere", 404],
        ["/manage/sign-in", 200],
      ] as const) {
        expect([cookie, path, (await visitor.go(path, { headers: { cookie } })).status]).toEqual([
          cookie,
          path,
          status,
        ]);
      }
    }
  }
});

test("a key that is none does not confirm that there is a private page", async () => {
  const cookie = `__Host-page-${hidden}=a`;
  const [known, unknown] = [
    await visitor.go("/hidden", { headers: { cookie } }),
    await visitor.go("/nowhere", { headers: { cookie } }),
  ];
  expect([known.status, unknown.status]).toEqual([404, 404]);
  // The forms' styles have this word, too.
  expect((await known.text()).replaceAll("/hidden", "/SLUG")).toBe(
    (await unknown.text()).replaceAll("/nowhere", "/SLUG"),
  );
});

test.each(malformed)("a link's token of %j leads nowhere", async (token) => {
  const written = encodeURIComponent(token);
  for (const path of [
    `/acme/subscriptions/${written}`,
    `/acme/subscriptions/${written}/leave`,
    `/manage/sign-in/${written}`,
    `/manage/invitations/${written}`,
    `/manage/acknowledge/${written}`,
    `/ping/${written}`,
    `/ingest/${written}`,
  ]) {
    for (const method of ["GET", "POST"]) {
      const headers: Record<string, string> = method === "POST" ? { ...form, "sec-fetch-site": "same-origin" } : {};
      const { status } = await visitor.go(path, { method, headers });
      expect([path, method, status < 500]).toEqual([path, method, true]);
    }
  }
});

const boundary = "x".repeat(10);
const multipart = [
  "",
  "no parts",
  `--${boundary}`,
  `--${boundary}\r\n\r\nno headers\r\n--${boundary}--`,
  `--${boundary}\r\ncontent-disposition: form-data\r\n\r\nno name\r\n--${boundary}--`,
  `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\nnever ends`,
  `--${boundary}\r\ncontent-disposition: form-data; name="a"; filename="b"\r\ncontent-type: text/plain\r\n\r\nx\r\n--${boundary}--\r\n`,
];
const types = [
  `multipart/form-data; boundary=${boundary}`,
  "multipart/form-data",
  'multipart/form-data; boundary=""',
  "multipart/form-data; boundary=other",
];

const inParts = ["/acme/subscribe", "/manage/sign-in", "/manage/acme/components/new"];

test("a form in parts that is cut off or has no boundary is a bad request", async () => {
  for (const type of types) {
    for (const body of multipart) {
      for (const path of inParts) {
        const browser = path.startsWith("/manage/acme/") ? owner : visitor;
        for (const site of ["same-origin", ""]) {
          const headers = { "content-type": type, ...(site ? { "sec-fetch-site": site } : {}) };
          const { status } = await browser.go(path, { method: "POST", headers, body });
          expect([path, type, body, status < 500]).toEqual([path, type, body, true]);
        }
      }
    }
  }
});

const strange = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "a.b", "__proto__.x", "é"];
const forms = [
  "/manage/acme/incidents/new",
  "/manage/acme/maintenance/new",
  "/manage/acme/components/new",
  "/manage/acme/monitors/new?kind=http",
  "/manage/acme/rules/new",
];

test.each(strange)("a field for a component that is called %j is refused or left out", async (name) => {
  for (const path of forms) {
    const fields = {
      title: "x",
      name: "x",
      body: "x",
      status: "investigating",
      [`components.${name}`]: "major_outage",
      [`settings.${name}`]: "x",
      [name]: "x",
    };
    const { status } = await owner.post(path, fields);
    expect([path, status < 500]).toEqual([path, true]);
  }
});

const inherited = ["hasOwnProperty", "constructor", "__proto__", "toString", "valueOf"];
const ofThePage = ["people", "subscribers", "components", "monitors", "settings"].map((path) => `/manage/acme/${path}`);
const withButtons = [...ofThePage, "/manage/account", "/manage/sign-in", "/manage/deployment/people"];

test.each(inherited)("a button that is called %j is nobody's, on every page that has several", async (intent) => {
  for (const path of [...withButtons, `/manage/acme/agents/${agentId}`]) {
    const answer = await owner.post(path, { form: intent, intent });
    expect([path, answer.status < 500]).toEqual([path, true]);
  }
});

test("docs/security.md says how many there are", () => {
  const parts = types.length * multipart.length * inParts.length;
  expect(attacksSaid("tests/walls/malformed-input.test.ts")).toBe(
    `${malformed.length} of each kind, ${parts} forms in parts, ${strange.length} names × ${forms.length} forms, ` +
      `${inherited.length} names of buttons × ${withButtons.length + 1} pages`,
  );
});
