import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { updateComponent } from "~/components/update";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { withdrawIncident } from "~/incidents/verbs";
import { resetIsolate } from "~/platform/isolate";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { openDeployment } from "../support/database";
import { type Desk, good, openDesk } from "../support/desk";
import { type FarDatabase, farDatabase } from "../support/platform/far-database";
import { type ReplicatedDatabase, replicated } from "../support/platform/replicas";
import { signIn } from "../support/sign-in";
import { setQuietMailer } from "../support/smtp";
import { openBrowser } from "../support/worker";

/** The primary is on another continent, 250 ms away; a replica is beside the reader, and lags as the test says. */
let desk: Desk;
let far: FarDatabase;
let both: ReplicatedDatabase;
/** What sessions were opened with. */
let sessions: (string | undefined)[];
let old: string;

const day = 24 * 3600_000;
const clock = () => desk.deployment.clock;

async function openOne(title: string): Promise<string> {
  const given = { pageId: desk.pageId, title, body: "We look.", components: { [desk.components[0]]: "major_outage" } };
  return (await good(openIncident(desk.as("responder"), { ...given, visibility: "published" } as never))).id;
}

beforeEach(async () => {
  const deployment = await openDeployment();
  far = farDatabase(deployment.bindings.DB, { trip: 250, clock: deployment.clock, lasts: 5 });
  both = await replicated(far.database);
  sessions = [];
  const open = both.database.withSession.bind(both.database);
  both.database.withSession = (from) => {
    sessions.push(from);
    return open(from);
  };
  deployment.bindings.DB = both.database;
  desk = await openDesk(deployment);
  await setQuietMailer(deployment);
  old = await openOne("The oldest trouble");
  await good(
    postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id: old, status: "resolved", body: "Over." }),
  );
  clock().now += 40 * day;
  // Published again: of what is so old the document says nothing any more.
  await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: desk.components[1], name: "The API" }));
  await deployment.settled();
  await both.catchUp();
  resetIsolate();
});
afterEach(async () => {
  await both.close();
  await desk.close();
});

interface Seen {
  status: number;
  text: string;
  trips: number;
  headers: Headers;
}

/** As the first request of an isolate. */
async function look(path: string, { cookie = "", isWarm = false } = {}): Promise<Seen> {
  if (!isWarm) resetIsolate();
  far.begin();
  both.served.length = 0;
  sessions.length = 0;
  let trips = 0;
  const answered = () => {
    trips = far.trips();
  };
  const answer = await (await openBrowser(desk.deployment, { cookie, answered })).go(path);
  return { status: answer.status, text: await answer.text(), trips, headers: answer.headers };
}

const archives = () => ({
  history: "/acme/history",
  incident: `/acme/incidents/${old}`,
  component: `/acme/components/${desk.components[0]}`,
  uptime: "/acme/uptime",
  "uptime.csv": "/acme/uptime.csv",
});

describe("from another continent", () => {
  test("the first view of an isolate is one trip; the next is none, of a copy at most a second old", async () => {
    expect((await look("/acme")).trips).toBe(1);
    const id = await openOne("Orders fail");
    const again = await look("/acme", { isWarm: true });
    expect([again.trips <= 1, again.text.includes("Orders fail")]).toEqual([true, true]);
    const kept = await look("/acme", { isWarm: true });
    expect([kept.trips, kept.text.includes("Orders fail")]).toEqual([0, true]);
    await good(withdrawIncident(desk.as("admin"), { pageId: desk.pageId, id }));
    clock().now += 1001;
    const later = await look("/acme", { isWarm: true });
    expect([later.trips, later.text.includes("Orders fail")]).toEqual([1, false]);
  });

  test.each(Object.keys({ history: 0, incident: 0, component: 0, uptime: 0, "uptime.csv": 0 }))(
    "an archive is one trip: %s",
    async (name) => {
      const seen = await look(archives()[name as keyof ReturnType<typeof archives>]);
      expect([seen.status, seen.trips, both.served.includes("replica"), sessions[0]]).toEqual([
        200,
        1,
        true,
        "first-unconstrained",
      ]);
      expect([seen.headers.get("etag"), seen.headers.get("cache-control")]).toEqual([null, "no-store"]);
      expect(seen.headers.get("set-cookie")).toBeNull();
    },
  );

  test("front, feeds, badges and JSON ask the primary alone: green after red would be a lie", async () => {
    await openOne("Orders fail");
    const formats = ["", "/feed.atom", "/feed.rss", "/badge.json", "/badge.svg", "/calendar.ics", "/social.svg"];
    for (const path of [...formats, "/api/v2/summary.json", "/api/v2/status.json", "/subscribe", "/embed"]) {
      await look(`/acme${path}`);
      expect([path, both.served.includes("replica"), sessions]).toEqual([path, false, []]);
    }
    expect((await look("/acme/badge.json")).text).toContain("Major outage: Website");
  });
});

describe("a replica that lags", () => {
  test("is not believed where it is older than the page: what was published since is there", async () => {
    const id = await openOne("Orders fail");
    const seen = await look("/acme/history");
    expect([seen.trips, seen.text.includes("Orders fail")]).toEqual([2, true]);
    await both.catchUp();
    const later = await look("/acme/history");
    expect([later.trips, later.text.includes("Orders fail"), id.length > 0]).toEqual([1, true, true]);
  });

  test("what was taken back is gone, whatever the replica still has", async () => {
    await good(withdrawIncident(desk.as("admin"), { pageId: desk.pageId, id: old }));
    const seen = await look(`/acme/incidents/${old}`);
    expect([seen.status, seen.text.includes("oldest trouble")]).toEqual([410, false]);
  });

  test("a page that is not for everybody any more is closed at once, by the primary", async () => {
    await both.database.prepare("UPDATE snapshot SET visibility = 'members'").bind().run();
    const unknown = await look("/nothing/history");
    const seen = await look("/acme/history");
    expect([seen.status, seen.text.includes("oldest trouble")]).toEqual([404, false]);
    expect(both.served).toEqual(["primary"]);
    expect(seen.status).toBe(unknown.status);
  });

  test("one that fails, or has not the columns of this version yet, is no reason to say no", async () => {
    both.database.withSession = () => {
      const batch = () => Promise.reject(new Error("D1_ERROR: no such column: impact_override"));
      return Object.assign({}, far.database, { batch, getBookmark: () => null }) as unknown as D1DatabaseSession;
    };
    const seen = await look("/acme/history");
    expect([seen.status, seen.trips]).toEqual([200, 2]);
  });
});

describe("who writes", () => {
  const bookmarkOf = (answer: Response) =>
    answer.headers.getSetCookie().find((line) => line.startsWith("__Host-bookmark="));

  async function subscribed(): Promise<string> {
    const browser = await openBrowser(desk.deployment);
    const since = await signFormTimeStamp(desk.deployment.ctx());
    clock().now += 5000;
    const fields = { email: "ann@example.org", scope: "page", since };
    const answer = await browser.post("/acme/subscribe", fields);
    return bookmarkOf(answer) ?? "";
  }

  test("a visitor's own write gives a bookmark for ten minutes, and their archives are as new as that", async () => {
    const line = await subscribed();
    expect(line).toMatch(/^__Host-bookmark=[\w-]+\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    const cookie = line.split(";")[0] ?? "";
    const seen = await look("/acme/history", { cookie });
    expect([seen.status, sessions]).toEqual([200, [cookie.split("=")[1]?.split(".")[0]]]);
    expect(both.served).toContain("replica");
  });

  test("nobody makes a replica wait with a bookmark that is not ours", async () => {
    for (const forged of ["ffffffff-ffffffff-ffffffff-forged.x", "first-primary.", "x"]) {
      await look("/acme/history", { cookie: `__Host-bookmark=${forged}` });
      expect(sessions).toEqual(["first-unconstrained"]);
    }
  });

  test("who is signed in reads the primary; a form that wrote nothing gives no bookmark", async () => {
    const cookie = await signIn(desk.deployment);
    await look("/acme/history", { cookie });
    expect([both.served.includes("replica"), sessions]).toEqual([false, []]);
    const browser = await openBrowser(desk.deployment);
    const refused = await browser.post("/acme/subscribe", { email: "no address", scope: "page" });
    expect([refused.status, bookmarkOf(refused)]).toEqual([422, undefined]);
  });
});
