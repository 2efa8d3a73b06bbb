import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { attacksSaid } from "../support/attacks-said";
import { openDeployment, type TestDeployment } from "../support/database";
import { type PublicAddress, publicAddresses } from "../support/public-addresses";
import { openSignedIn } from "../support/sign-in";
import { makeToldPage } from "../support/told-page";
import { type Browser, openBrowser, origin } from "../support/worker";

/** What a cache between us and our readers may mix up, keep or be made to send on. */
let deployment: TestDeployment;
let visitor: Browser;
let owner: Browser;
let all: PublicAddress[];

beforeAll(async () => {
  deployment = await openDeployment();
  visitor = await openBrowser(deployment);
  owner = await openSignedIn(deployment);
  const { id, on } = await makeToldPage(deployment, "told", "t");
  await publishPage(deployment.ctx(), id);
  await execute(
    `INSERT INTO membership (page_id, person_id, role, created_at) SELECT '${id}', id, 'owner', 1 FROM person`,
  );
  all = publicAddresses(on);
});
afterAll(() => deployment.close());
beforeEach(resetIsolate);

const execute = (sql: string) => deployment.ctx().d1.prepare(sql).bind().run();

async function setVisibility(visibility: string): Promise<void> {
  for (const table of ["page", "snapshot"]) await execute(`UPDATE ${table} SET visibility = '${visibility}'`);
}

interface Told {
  status: number;
  control: string;
  vary: readonly string[];
  /** All that a cache would send on to the next reader. */
  same: string;
}

async function told({ path, accept }: PublicAddress, around: Record<string, string> = {}): Promise<Told> {
  const headers = { ...(accept ? { accept } : {}), ...around };
  const answer = await visitor.go(`/told${path}`, { headers });
  const id = answer.headers.get("x-request-id") ?? "";
  const kept = [...answer.headers].filter(([name]) => !/^x-(request-id|ask-again)$/.test(name)).sort();
  const text = (await answer.text()).replaceAll(/name="(_token|since|nonce)" value="[^"]*"/g, "").replaceAll(id, "ID");
  return {
    status: answer.status,
    control: answer.headers.get("cache-control") ?? "",
    vary: (answer.headers.get("vary") ?? "").toLowerCase().split(/,\s*/),
    same: JSON.stringify([answer.status, kept, text]),
  };
}

const readings: Record<string, string> = {
  accept: "application/json",
  "accept-language": "ja",
  cookie: "__Host-reading=language=de&zone=Asia%2FTokyo&theme=dark",
};
/** What no answer depends on. */
const unkeyed: Record<string, string> = {
  "accept-encoding": "br, gzip, identity;q=0",
  "accept-charset": "utf-16",
  authorization: "Bearer upfront_x",
  "content-type": "application/json",
  "cache-control": "no-cache",
  origin: "https://evil.example",
  referer: "https://evil.example/?next=//evil.example",
  "user-agent": "Mozilla/5.0 (iPhone)",
  "sec-fetch-dest": "script",
  "sec-ch-prefers-color-scheme": "dark",
  "save-data": "on",
  purpose: "prefetch",
  "x-requested-with": "XMLHttpRequest",
  "x-http-method-override": "DELETE",
  "x-http-method": "POST",
  "x-method-override": "PUT",
  "x-original-url": "/manage",
  "x-rewrite-url": "/manage",
  "x-forwarded-prefix": "/evil",
  "x-remix-redirect": "https://evil.example",
  "x-upfront-cache": "public, max-age=999",
  "x-upfront-failure": "defect",
  "cf-ipcountry": "XX",
  "cf-connecting-ip": "203.0.113.9",
};

test("what an answer that may be shared depends on is in its Vary; all else that a request says changes nothing", async () => {
  const wrong: string[] = [];
  let varied = 0;
  for (const address of all) {
    const plain = await told(address);
    for (const [name, value] of Object.entries(readings)) {
      if (name === "accept" && address.accept) continue;
      const other = await told(address, { [name]: value });
      if (other.same === plain.same) continue;
      varied += 1;
      const isKeyed = (answer: Told) => answer.vary.includes(name) || !answer.control.includes("public");
      if (!isKeyed(plain) || !isKeyed(other)) wrong.push(`${name} changes ${address.path}: ${plain.control}`);
    }
    const other = await told(address, unkeyed);
    if (other.same !== plain.same) wrong.push(`${address.path}\n${plain.same}\n${other.same}`);
  }
  expect(wrong).toEqual([]);
  expect(varied).toBeGreaterThan(10);
});

/** As whoever is signed in is made to open it, so that a cache which goes by the end of an address keeps the answer. */
const endings = [
  ...[
    "/x.css",
    ".css",
    ";x.css",
    "/;x.css",
    "%3Bx.css",
    "%0a.css",
    "%0d%0aX-Y:z.css",
    "%00.css",
    "%2fx.css",
    "%5cx.css",
  ],
  ...[
    "%3fx.css",
    "%23x.css",
    "//x.css",
    "/..%2fx.css",
    "/%2e%2e%2fx.css",
    "%252fx.css",
    ".",
    "..",
    "%2e",
    "%20",
    "/.css",
  ],
  ...["/x.js", "/robots.txt", "/favicon.ico", "/assets/x.css", ".data.css", "?x.css", "#x.css", "/../../assets/x.css"],
];
const inside = [
  "/manage",
  "/manage/account",
  "/manage/deployment",
  "/manage/told",
  "/manage/told/subscribers",
  "/told",
];

test("nothing that a session opens is kept, whatever its address ends in, and no ending but a query opens it", async () => {
  await setVisibility("members");
  const wrong: string[] = [];
  for (const path of inside) {
    expect([path, (await owner.go(path)).status]).toEqual([path, 200]);
    for (const ending of endings) {
      for (const address of [`${path}${ending}`, `/assets/..%2f..${path}${ending}`]) {
        const answer = await owner.go(address);
        const isIt = new URL(address, origin).pathname === path;
        const control = answer.headers.get("cache-control");
        if (control !== "no-store" || (answer.ok && !isIt)) wrong.push(`${address}: ${answer.status} ${control}`);
        if (answer.status >= 500 || answer.headers.has("x-y")) wrong.push(`${address}: ${answer.status}`);
      }
    }
  }
  await setVisibility("public");
  expect(wrong).toEqual([]);
});

const away = [
  ...["//evil.example", "/\\evil.example", "\\/evil.example", "https:evil.example", "https://evil.example/told"],
  ...["///evil.example", "/./\\evil.example", "/.//evil.example", "/told/..//evil.example", "/told/..%2f/evil.example"],
  ...[
    "/\t/evil.example",
    "/\r\nLocation: https://evil.example",
    "/told\r\n\r\n<script>",
    "//evil.example/told/history",
  ],
  ...[
    "/told@evil.example",
    "/told.evil.example",
    "/told:80@evil.example/",
    "javascript:alert(1)//told",
    "data:text/html,x",
  ],
  ...[
    "/%5cevil.example",
    "/%2f%2fevil.example",
    "/told/%0d%0aSet-Cookie:%20a=b",
    "/told?next=//evil.example",
    "/\u2028/evil",
  ],
  ...["/told/\u0000//evil.example", "/\ud800/evil.example", `/told/${"x".repeat(5000)}`, "/told/../manage/sign-out"],
];

/** Where a browser goes from here; null where the answer sends it nowhere. */
const target = (answer: Response, from: string) => {
  const location = answer.headers.get("location");
  return location === null ? null : new URL(location, from).origin;
};

test("no redirect leads to another site, by `next` or by where one came from, nor does one split an answer", async () => {
  const wrong: string[] = [];
  for (const next of away) {
    const query = `next=${encodeURIComponent(next.toWellFormed())}`;
    const referer: Record<string, string> = /^[ -~]+$/.test(next) ? { referer: next } : {};
    const choices = { language: "de", zone: "Asia/Tokyo", theme: "dark", next: next.toWellFormed() };
    const answers = [
      await owner.go(`/manage/sign-in?${query}`),
      await visitor.post(`/manage/sign-in?${query}`, { form: "address", address: "a@mail.example" }),
      await visitor.post("/told/preferences", choices, referer),
      await visitor.go(`/told/preferences?${query}`, { headers: referer }),
      await visitor.post(`/told/unlock?${query}`, { passphrase: "x", ...choices }),
      await visitor.go(`/manage/told/incidents?${query}`),
    ];
    for (const [at, answer] of answers.entries()) {
      const to = target(answer, `${origin}/told/preferences`);
      if (answer.status >= 500 || (to !== null && to !== origin)) wrong.push(`${at} ${next}: ${answer.status} ${to}`);
      if (answer.headers.getSetCookie().some((line) => line.startsWith("a=")))
        wrong.push(`${at} ${next} sets a cookie`);
      if (/(href|action|src|url=)="?(https?:)?[\\/]{2,}evil/i.test(await answer.text()))
        wrong.push(`${at} ${next} links`);
    }
  }
  expect(wrong).toEqual([]);
});

test("the document says how many were tried", () => {
  const headers = Object.keys({ ...readings, ...unkeyed }).length;
  expect(attacksSaid("tests/walls/cache-keys.test.ts")).toBe(
    `${headers} headers at each public address, ${endings.length} endings of ${inside.length} addresses, ${away.length} ways elsewhere`,
  );
});

test("no answer may be read by another site with the reader's cookie, also none to its question beforehand", async () => {
  const asks = { origin: "https://evil.example", "access-control-request-method": "POST" };
  const wrong: string[] = [];
  for (const path of [...all.map((each) => `/told${each.path}`), ...inside, "/api/v1/pages", "/metrics", "/ping/x"]) {
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const { headers, status } = await owner.go(path, { method, headers: asks });
      const [open, credentials] = ["origin", "credentials"].map((what) => headers.get(`access-control-allow-${what}`));
      const mayRead =
        open !== null && (open !== "*" || headers.has("set-cookie") || /^\/(manage|api|metrics)/.test(path));
      if (mayRead || credentials !== null || status >= 500) wrong.push(`${method} ${path}: ${status} ${open}`);
    }
  }
  expect(wrong).toEqual([]);
});
