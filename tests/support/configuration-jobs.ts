import { afterAll, beforeAll, beforeEach } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { applyConfiguration } from "~/configuration/apply-configuration";
import { planConfiguration } from "~/configuration/plan-configuration";
import { type ConfigurationJobView, readConfigurationJob } from "~/configuration/read-jobs";
import { readPresentPages } from "~/configuration/read-present";
import type { Ctx } from "~/platform/ctx";
import type { Bindings } from "~/platform/env";
import type { TestDeployment } from "./database";
import { good } from "./desk";
import { type KeptWorld, keepWorld } from "./kept-world";
import { makePeople } from "./matrix-cast";
import { deploymentOfFile } from "./of-file";
import { aPage, arrange, membersOf } from "./scenario";

/** A page without things, shop, and another one whose owner is somebody else. */
export interface FilesDesk {
  deployment: TestDeployment;
  pageId: string;
  /** Returns a new ctx of a person who has just signed in. */
  person(id: string, operator?: boolean): Ctx;
  owner(): Ctx;
  /** The owner, on the page. */
  onPage(): Ctx;
  /** Applies a file, and returns its job at its end; null when nothing differs. */
  applied(text: string, options?: { prune?: boolean; as?: () => Ctx }): Promise<ConfigurationJobView | null>;
  /** Starts to apply a file, and leaves its job to ticks. */
  started(text: string, options?: { prune?: boolean; as?: () => Ctx }): Promise<string>;
  /** Ticks until a job is over. */
  ended(jobId: string, as?: () => Ctx): Promise<ConfigurationJobView>;
  /** Lists the changes of a plan, which has no errors. */
  changesOf(text: string, prune?: boolean): Promise<string[]>;
  /** Lets a minute pass, with its tick. */
  tick(): Promise<void>;
  /** Puts the pages back as they were. */
  reset(): Promise<void>;
  /** Returns everything of the page by names, without ids. */
  content(): Promise<unknown>;
}

const page = aPage({ slug: "shop", components: 0 });
const other = aPage({ slug: "other", components: 0 });

/** Most minutes that a job of a test takes. */
const maxMinutes = 200;

/** Opens pages for all tests of a file; each test finds them as they were. */
export function filesDeskOfFile(settings: Partial<Bindings> = {}): FilesDesk {
  const deployment = deploymentOfFile(settings);
  let world: KeptWorld;
  beforeAll(async () => {
    await makePeople(deployment);
    await arrange(deployment, page, membersOf(page.id, { owner: "owner", admin: "admin", viewer: "viewer" }));
    await arrange(deployment, other, membersOf(other.id, { admin: "owner" }));
    world = await keepWorld(deployment);
  });
  const reset = async () => {
    await deployment.settled();
    await world.restore();
  };
  beforeEach(reset);
  afterAll(() => world.end());
  const person = (id: string, operator = false): Ctx =>
    deployment.ctx({ kind: "person", id, operator, sessionId: "s", provenAt: deployment.clock.now });
  const owner = () => person("owner");
  const tick = async () => {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  };
  const ended = async (jobId: string, as: () => Ctx = owner) => {
    for (let minute = 0; minute < maxMinutes; minute++) {
      const job = await good(readConfigurationJob(as(), { id: jobId }));
      if (job.state !== "applying") return job;
      await tick();
    }
    throw new Error("the job does not end");
  };
  const started: FilesDesk["started"] = async (text, { as = owner, ...options } = {}) => {
    const { job } = await good(applyConfiguration(as(), { text, ...options }));
    await deployment.settled();
    if (job === null) throw new Error("nothing differs");
    return job.id;
  };
  return {
    deployment,
    pageId: page.id,
    person,
    owner,
    onPage: () => ({ ...owner(), member: { pageId: page.id, role: "owner" } }),
    tick,
    reset,
    started,
    ended,
    async applied(text, { as = owner, ...options } = {}) {
      const { job } = await good(applyConfiguration(as(), { text, ...options }));
      await deployment.settled();
      return job === null ? null : ended(job.id, as);
    },
    async changesOf(text, prune = false) {
      const { plan } = await good(planConfiguration(owner(), { text, prune }));
      if (plan.errors.length > 0) throw new Error(JSON.stringify(plan.errors));
      return plan.changes.map(({ action, noun, key }) => `${action} ${noun} ${key}`);
    },
    content: async () => contentByNames(await readPresentPages(owner(), [page.id])),
  };
}

type Present = Awaited<ReturnType<typeof readPresentPages>>;

/** Puts the names of things in the place of their ids, which differ from run to run. */
function contentByNames(pages: Present): unknown {
  const names = new Map(
    pages.flatMap(({ things }) => things.map(({ id, noun, values }) => [id, `${noun} ${values.name ?? id}`] as const)),
  );
  const things = pages.flatMap((each) =>
    each.things.map(({ noun, values, keys, madeBy, owners }) => ({ noun, values, keys, madeBy, owners })),
  );
  const text = JSON.stringify([...things, ...pages.map(({ values }) => values)]);
  const named = [...names].reduce((told, [id, name]) => told.replaceAll(id, name), text);
  return (JSON.parse(named) as object[]).map((each) => JSON.stringify(each)).sort();
}

/** Returns the text of a file about the page. */
export const shopFile = (body: string, name = "infrastructure"): string => `name: ${name}\npages:\n  shop:\n${body}`;

/** A file with one thing of each noun. */
export const wholeFile = shopFile(`    page_description: All of the shop
    groups:
      core: { name: Core, description: What everything needs }
    components:
      api: { name: API, group: core }
      web: { name: Web, depends_on: api }
    agents:
      office: { name: Office, every: 5 }
    monitors:
      api-http:
        kind: http
        name: API answers
        settings: { url: "https://api.example.com/health" }
        components: { api: major_outage }
        interval: 5
    heartbeats:
      backup:
        name: Backup
        schedule: { kind: simple, period: 3600 }
        components: { web: partial_outage }
    sources:
      metrics: { kind: alertmanager, name: Metrics }
    rules:
      disk:
        source: metrics
        match: { title: "disk*" }
        mode: none
        components: { web: degraded_performance }
    channels:
      ops:
        kind: webhook
        name: Ops
        settings: { url: "https://hooks.example.com/abc" }
    templates:
      slow:
        name: Slow
        title: Slow answers
        body: We are looking into it.
        component_statuses: { api: degraded_performance }
`);
