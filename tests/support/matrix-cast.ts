import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { apiTokenTable } from "~/db/schema";
import { createMonitor } from "~/monitors/create";
import { publishPage } from "~/status-page/publishing/engine/publish";
import type { TestDeployment } from "./database";
import { aPage, arrange, membersOf, put, signedIn, somePeople, type TestPage } from "./scenario";
import { type Browser, openBrowser } from "./worker";

/** Everyone who may make a request, by role on the page. `stranger` and `operator` are members of nothing. */
export const cast = ["visitor", "stranger", "operator", "viewer", "responder", "admin", "owner"] as const;
export type Who = (typeof cast)[number];

/** Tokens of programs: of the same people, and three of the owner's with fewer rights. */
export const programs = [...cast, "owner, read-only", "owner, as viewer", "owner, drafter"] as const;
export type Program = (typeof programs)[number];

const isMember = (who: Who) => !["visitor", "stranger", "operator"].includes(who);
const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const tokenOf = (name: string) => hash(name).slice(0, 43);

const secretOf = (name: string) => tokenOf(`token of ${name}`);

export async function makePeople(deployment: TestDeployment): Promise<void> {
  const names = cast.filter((who) => who !== "visitor");
  const everybody = names.map((who) => ({ id: who, name: who, email: null, operator: who === "operator" }));
  await arrange(deployment, somePeople(...everybody));
  const { now } = deployment.clock;
  const programs = names.map((who) => ({ name: who, personId: who, role: "owner", readOnly: false }));
  const lesser = [
    { name: "owner, read-only", personId: "owner", role: "owner", readOnly: true },
    { name: "owner, as viewer", personId: "owner", role: "viewer", readOnly: false },
    { name: "owner, drafter", personId: "owner", role: "owner", readOnly: false, drafter: true },
  ];
  const rows = [...programs, ...lesser].map((row) => ({
    drafter: false,
    ...row,
    id: `t-${row.name}`,
    tokenHash: hash(secretOf(row.name)),
  }));
  await put(
    deployment,
    apiTokenTable,
    rows.map((row) => ({ ...row, createdAt: now - 1000, lastUsedAt: now })),
  );
}

let sessions = 0;

/** Returns the cookie of a new session of this person. */
export async function signedInAs(deployment: TestDeployment, who: Who): Promise<string> {
  sessions += 1;
  const token = tokenOf(`session ${sessions}`);
  await arrange(deployment, signedIn(who, { id: `s-${sessions}`, tokenHash: hash(token) }));
  return `__Host-session=${token}`;
}

/** Opens a browser of this person with its own session, so that signing out affects no other cell. */
export async function browserOf(deployment: TestDeployment, who: Who, answered?: () => void): Promise<Browser> {
  const watched = answered ? { answered } : {};
  if (who === "visitor") return openBrowser(deployment, watched);
  return openBrowser(deployment, { cookie: await signedInAs(deployment, who), ...watched });
}

export const credentialsOf = (program: Program): Record<string, string> =>
  program === "visitor" ? {} : { authorization: `Bearer ${secretOf(program)}` };

/** Ids of one of everything on a page. */
export interface Stage extends TestPage {
  incident: string;
  maintenance: string;
  group: string;
  delivery: string;
  alert: string;
  channel: string;
  monitor: string;
  /** A heartbeat with one ping. */
  heartbeat: string;
}

const firing = readFileSync(new URL("../fixtures/ingest/alertmanager/grouped-firing.json", import.meta.url), "utf8");

/** A program of the owner's that creates what the cells need. */
export class Owner {
  constructor(
    private readonly browser: Browser,
    private readonly deployment: TestDeployment,
  ) {}

  async make(path: string, body: unknown): Promise<Record<string, unknown>> {
    const headers = { ...credentialsOf("owner"), "content-type": "application/json" };
    const answer = await this.browser.go(`/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const made = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(made)}`);
    this.deployment.clock.now += 1000;
    return made;
  }

  async makeId(path: string, body: unknown): Promise<string> {
    return String((await this.make(path, body)).id);
  }

  /** Creates a heartbeat with one ping and returns its id. */
  async makePinged(slug: string): Promise<string> {
    const { id, ping_url: url } = await this.make(`/pages/${slug}/heartbeats`, { heartbeat: { name: "Backup" } });
    const answer = await this.browser.go(new URL(String(url)).pathname, { method: "POST", body: "all is well" });
    if (!answer.ok) throw new Error(`ping: ${answer.status}`);
    return String(id);
  }

  async deliver(token: string): Promise<{ id: string; alerts: { id: string }[] }> {
    const headers = { "content-type": "application/json" };
    const answer = await this.browser.go(`/ingest/${token}`, { method: "POST", headers, body: firing });
    if (answer.status !== 202) throw new Error(`ingest: ${answer.status}`);
    return (await answer.json()) as { id: string; alerts: { id: string }[] };
  }
}

export const aChannel = {
  kind: "webhook",
  name: "Ours",
  settings: { url: "https://hooks.example.com/upfront" },
  events: ["draft_opened"],
};

async function makeMonitor(deployment: TestDeployment, pageId: string): Promise<string> {
  const settings = { url: "https://shop.example.com/health" };
  const made = await createMonitor(deployment.ctx({ kind: "machine", id: "stage" }), {
    pageId,
    kind: "http",
    name: "Shop",
    settings,
  });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  deployment.clock.now += 1000;
  return made.value.id;
}

/** Creates and publishes a page with one of everything and a member of every role. */
export async function setStage(deployment: TestDeployment, owner: Owner, slug: string): Promise<Stage> {
  const page = aPage({ slug });
  await arrange(
    deployment,
    page,
    membersOf(page.id, Object.fromEntries(cast.filter(isMember).map((who) => [who, who]))),
  );
  const at = `/pages/${slug}`;
  const [component = ""] = page.components;
  const delivered = await owner.deliver(page.token);
  const incident = { name: "Slow", body: "Looking.", components: { [component]: "degraded_performance" } };
  const maintenance = {
    title: "Upgrade",
    body: "Soon.",
    starts_at: "2027-03-01T10:00:00Z",
    ends_at: "2027-03-01T11:00:00Z",
  };
  const stage = {
    ...page,
    incident: await owner.makeId(`${at}/incidents`, { incident }),
    maintenance: await owner.makeId(`${at}/maintenances`, {
      maintenance: { ...maintenance, component_ids: [component] },
    }),
    group: await owner.makeId(`${at}/component-groups`, {
      component_group: { name: "Group", components: [component] },
    }),
    delivery: delivered.id,
    alert: delivered.alerts[0]?.id ?? "",
    channel: await owner.makeId(`${at}/channels`, { channel: aChannel }),
    monitor: await makeMonitor(deployment, page.id),
    heartbeat: await owner.makePinged(slug),
  };
  await publishPage(deployment.ctx(), page.id);
  return stage;
}
