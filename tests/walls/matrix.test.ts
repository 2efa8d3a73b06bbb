import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routes from "~/routes";
import { addresses } from "../support/addresses";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, cast, type Stage, type Who } from "../support/matrix-cast";
import { type Matrix, setMatrix } from "../support/matrix-stages";

/** Who comes in: everybody, the signed-in, the operator, or members of the page from a role on. */
type Need = "anybody" | "nobody" | "signed in" | "operator" | "viewer" | "responder" | "admin" | "owner";

interface Expected {
  read: Need;
  /** null = takes no forms. */
  write: Need | null;
}

const reads = (read: Need): Expected => ({ read, write: null });
const both = (read: Need, write: Need = read): Expected => ({ read, write });

/** A room that a page does not have; only those who are signed in are told so. */
const missingRoom = "/manage/:page/*";

/** Spec §6 in the words of this test; a route that is not here fails it. */
const expectations: Record<string, Expected> = {
  "/": reads("anybody"),
  "/manage": both("signed in", "operator"),
  "/manage/sign-in": both("anybody"),
  "/manage/sign-in/code": both("anybody"),
  "/manage/invitations/:token": both("anybody"),
  "/manage/acknowledge/:token": both("anybody"),
  "/manage/sign-in/:token": both("anybody"),
  "/manage/sign-in/provider/:id": both("anybody"),
  "/manage/sign-out": both("anybody"),
  "/manage/account": both("signed in"),
  "/manage/account/device": both("signed in"),
  "/manage/new": both("operator"),
  "/manage/refused": reads("nobody"),
  "/manage/deployment": both("operator"),
  "/manage/deployment/backup": reads("operator"),
  "/manage/deployment/audit": reads("operator"),
  "/manage/deployment/audit/export": reads("operator"),
  "/manage/deployment/people": both("operator"),
  "/manage/deployment/outbox": reads("operator"),
  "/manage/deployment/mailers/new": both("operator"),
  "/manage/deployment/mailers/:id": both("operator"),
  "/manage/deployment/providers/new": both("operator"),
  "/manage/deployment/providers/:id": both("operator"),
  "/manage/:page": both("viewer", "responder"),
  [missingRoom]: reads("nobody"),
  "/manage/:page/incidents": reads("viewer"),
  "/manage/:page/incidents/new": both("responder"),
  "/manage/:page/incidents/backfill": both("responder"),
  "/manage/:page/incidents/:id": both("viewer", "responder"),
  "/manage/:page/incidents/:id/postmortem": both("viewer", "responder"),
  "/manage/:page/proposals": both("viewer", "responder"),
  "/manage/:page/agents": reads("viewer"),
  "/manage/:page/agents/new": both("admin"),
  "/manage/:page/agents/:id": both("viewer", "admin"),
  "/manage/:page/views": both("viewer"),
  "/manage/:page/views/:id": both("viewer"),
  "/manage/:page/templates": reads("viewer"),
  "/manage/:page/templates/new": both("admin"),
  "/manage/:page/templates/:id": both("viewer", "admin"),
  "/manage/:page/alerts": both("viewer", "responder"),
  "/manage/:page/alerts/:id": both("viewer", "responder"),
  "/manage/:page/maintenances": reads("viewer"),
  "/manage/:page/maintenances/new": both("responder"),
  "/manage/:page/maintenances/:id": both("viewer", "responder"),
  "/manage/:page/maintenances/series/:series": both("viewer", "responder"),
  "/manage/:page/components": both("viewer", "responder"),
  "/manage/:page/components/new": both("admin"),
  "/manage/:page/components/several": both("admin"),
  "/manage/:page/components/:id": both("viewer", "responder"),
  "/manage/:page/groups/new": both("admin"),
  "/manage/:page/groups/:id": both("viewer", "admin"),
  "/manage/:page/sources": reads("viewer"),
  "/manage/:page/sources/new": both("admin"),
  "/manage/:page/sources/:id": both("viewer", "responder"),
  "/manage/:page/sources/:id/rules/:rule": both("admin"),
  "/manage/:page/sources/:id/setup": both("admin"),
  "/manage/:page/sources/:id/mapping": both("admin"),
  "/manage/:page/sources/:id/deliveries": both("viewer", "admin"),
  "/manage/:page/sources/:id/deliveries/:delivery": both("viewer", "admin"),
  "/manage/:page/corrections": both("viewer", "admin"),
  "/manage/:page/corrections/new": both("admin"),
  "/manage/:page/monitors": both("viewer", "admin"),
  "/manage/:page/monitors/new": both("admin"),
  "/manage/:page/monitors/:id": both("viewer", "responder"),
  "/manage/:page/heartbeats": both("viewer", "admin"),
  "/manage/:page/heartbeats/new": both("admin"),
  "/manage/:page/heartbeats/:id": both("viewer", "responder"),
  "/manage/:page/heartbeats/:id/pings/:number": reads("viewer"),
  "/manage/:page/channels": reads("viewer"),
  "/manage/:page/channels/new": both("admin"),
  "/manage/:page/channels/:id": both("viewer", "admin"),
  "/manage/:page/outbox": both("viewer", "responder"),
  "/manage/:page/outbox/:id": both("viewer", "responder"),
  "/manage/:page/outbox/:id/email": reads("viewer"),
  "/manage/:page/people": both("viewer"),
  "/manage/:page/reach": reads("viewer"),
  "/manage/:page/subscribers": both("viewer", "admin"),
  "/manage/:page/subscribers/new": both("admin"),
  "/manage/:page/subscribers/import": both("admin"),
  "/manage/:page/subscribers/export": reads("admin"),
  "/manage/:page/activity": reads("viewer"),
  "/manage/:page/audit": reads("viewer"),
  "/manage/:page/audit/export": reads("admin"),
  "/manage/:page/preview": both("viewer"),
  "/manage/:page/messages": both("responder"),
  "/manage/:page/messages/email": both("responder"),
  "/manage/:page/usage": reads("admin"),
  "/manage/:page/system": reads("viewer"),
  "/manage/:page/help": reads("viewer"),
  "/manage/:page/search": reads("viewer"),
  "/manage/:page/settings": both("viewer", "admin"),
  "/manage/:page/settings/escalation": both("admin"),
  "/manage/:page/settings/branding": both("admin"),
  "/manage/:page/settings/branding/preview": reads("admin"),
  "/manage/:page/settings/domain": both("owner"),
  "/manage/:page/settings/visibility": both("owner"),
  "/manage/:page/settings/danger": both("owner"),
  "/manage/:page/settings/export": reads("owner"),
  "/manage/:page/configuration": both("admin"),
  "/manage/:page/configuration/jobs/:id": reads("admin"),
  "/manage/:page/configuration/repositories/new": both("admin"),
  "/manage/:page/configuration/repositories/:id": both("admin"),
  "/manage/:page/configuration/repositories/:id/readings/:reading": both("admin"),
  "/manage/:page/imports": reads("owner"),
  "/manage/:page/imports/new/:origin": both("owner"),
  "/manage/:page/imports/:id": both("owner"),
  "/manage/:page/imports/:id/things/:noun": both("owner"),
  "/:page": reads("anybody"),
  "/:page/incidents/:id": reads("anybody"),
  "/:page/maintenances/:id": reads("anybody"),
  "/:page/components/:id": reads("anybody"),
  "/:page/history": reads("anybody"),
  "/:page/uptime": reads("anybody"),
  "/:page/unlock": both("anybody"),
  "/:page/preferences": both("anybody"),
  "/:page/elsewhere": reads("anybody"),
  "/:page/subscribe": both("anybody"),
  "/:page/subscriptions/:token": both("anybody"),
  "/*": both("nobody"),
};

const all = addresses(routes);
const order = ["viewer", "responder", "admin", "owner"];

function isIn(need: Need, who: Who): boolean {
  if (need === "anybody") return true;
  if (need === "nobody") return false;
  if (need === "signed in") return who !== "visitor";
  if (need === "operator") return who === "operator";
  return order.includes(who) && order.indexOf(who) >= order.indexOf(need);
}

/** 404 for what you may not know exists, 403 for what you may see but not do, sign-in for who may yet be somebody. */
function refusalOf(need: Need, who: Who, method: string): string {
  if (need === "nobody") return "404";
  if (who === "visitor") return method === "GET" ? "sign-in" : "401";
  if (need === "operator") return "403";
  return order.includes(who) ? "403" : "404";
}

function expectedOf(address: string, who: Who, method: string, isPrivate: boolean): string {
  const { read, write } = expectations[address] as Expected;
  const need = method === "GET" ? read : write;
  if (need === null) return "405";
  if (address === missingRoom) return who === "visitor" ? "sign-in" : "404";
  const isHidden = isPrivate && address.startsWith("/:page") && address !== "/:page/unlock";
  if (isHidden && !order.includes(who)) return "404";
  return isIn(need, who) ? "in" : refusalOf(need, who, method);
}

function classOf(answer: Response): string {
  if (answer.status === 303) return answer.headers.get("location")?.includes("/sign-in?next=") ? "sign-in" : "in";
  // 502: let in, and the identity provider is away.
  return [200, 409, 410, 422, 502].includes(answer.status) ? "in" : String(answer.status);
}

let deployment: TestDeployment;
let matrix: Matrix;

beforeAll(async () => {
  deployment = await openDeployment();
  matrix = await setMatrix(deployment);
});
afterAll(() => deployment.close());

/** A form that says nothing a route could do: it must be refused before, or answered as a form is. */
const nothing = { form: "none", intent: "none" };

/** Where forms of one route need different roles, the one that needs the least. */
const least: Record<string, Record<string, string>> = {
  "/manage": { form: "join", intent: "join" },
  "/manage/:page/sources/:id": { form: "mute", minutes: "no number" },
  "/manage/:page/sources/:id/setup": { form: "rotate" },
  "/manage/:page/components/:id": { form: "status", intent: "status", status: "no such status" },
  "/manage/:page/monitors/:id": { form: "unmute", intent: "unmute" },
  "/manage/:page/heartbeats/:id": { form: "unmute", intent: "unmute" },
};

async function knock(address: string, who: Who, method: string, stage: Stage): Promise<string> {
  const browser = await browserOf(deployment, who);
  const path = matrix.pathOf(address, stage);
  return classOf(method === "GET" ? await browser.go(path) : await browser.post(path, least[address] ?? nothing));
}

test("every route is in the matrix, and nothing else is", () => {
  expect(Object.keys(expectations).sort()).toEqual([...all].sort());
});

test("route × method × person × visibility", { timeout: 300_000 }, async () => {
  const cells: string[] = [];
  const wrong: string[] = [];
  const { stages } = matrix;
  for (const stage of stages) {
    for (const method of ["GET", "POST"]) {
      for (const address of all.filter((each) => stage === stages[0] || each.includes(":page"))) {
        const outcomes: string[] = [];
        for (const who of cast) {
          const outcome = await knock(address, who, method, stage);
          const expected = expectedOf(address, who, method, stage !== stages[0]);
          outcomes.push(`${who} ${outcome}`);
          if (outcome !== expected)
            wrong.push(`${method} ${address} (${stage.slug}) ${who}: ${outcome}, not ${expected}`);
        }
        cells.push(`${method.padEnd(4)} ${stage.slug.padEnd(6)} ${address.padEnd(48)} ${outcomes.join(" · ")}`);
      }
    }
  }
  console.log(`${cells.join("\n")}\n${cells.length * cast.length} cells`);
  expect(wrong).toEqual([]);
});

describe("what private notes said, in the audit log", () => {
  /** Words of one that was changed since, and then deleted. */
  const noted = "hush-7f3a";
  let desk: string;

  beforeAll(async () => {
    const [{ slug, incident }] = matrix.stages;
    desk = `/manage/${slug}`;
    const responder = await browserOf(deployment, "responder");
    const room = `${desk}/incidents/${incident}`;
    const act = async (form: Record<string, string>) =>
      expect((await responder.post(room, { form: "note", ...form })).status).toBe(303);
    await act({ body: `Customer ${noted} is angry.` });
    const { d1 } = deployment.ctx();
    const found = d1.prepare("SELECT id FROM incident_note WHERE body LIKE '%is angry.'").bind();
    const [{ id = "" } = {}] = (await found.all<{ id: string }>()).results;
    await act({ intent: "edit-note", noteId: id, version: "0", body: "Settled." });
    await act({ intent: "delete-note", noteId: id, version: "1" });
  });

  test("is for owners alone: list, search and file", async () => {
    const places = [`audit?kind=incident_note`, `audit?search=${noted}`, `audit/export?kind=incident_note`];
    for (const who of ["viewer", "responder", "admin", "owner"] as const) {
      const browser = await browserOf(deployment, who);
      const answers = await Promise.all(places.map(async (place) => (await browser.go(`${desk}/${place}`)).text()));
      // The search form shows what was searched for; only the note's own words say that an entry was found.
      const found = answers.map((text) => text.includes("is angry"));
      const isOwner = who === "owner";
      expect([who, ...found]).toEqual([who, isOwner, isOwner, isOwner]);
      expect([who, answers[0]?.includes("Only owners see the text of private notes here")]).toEqual([who, !isOwner]);
    }
  });

  test("can’t be found by guessing by whoever may not read it", async () => {
    const entriesFor = async (who: Who) => {
      const page = await (await browserOf(deployment, who)).go(`${desk}/audit?search=${noted}`);
      return (await page.text()).includes("No matching entries");
    };
    expect([await entriesFor("viewer"), await entriesFor("admin"), await entriesFor("owner")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
