import { desc } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "./database";
import { nodeOutbound } from "./outbound";
import { aPage, arrange, somePeople, type TestPage } from "./scenario";

/** Contained in every secret of the walk; it must not occur in any entry. */
export const secretWord = "hunter2-do-not-tell";

export type Entry = typeof auditEntryTable.$inferSelect;

/** The dependencies and shared data of a walk through the use cases. */
export interface AuditStage {
  deployment: TestDeployment;
  page: TestPage;
  /**
   * Returns a new invocation of an owner who operates the deployment and has just signed in, or eleven minutes ago when
   * `late`.
   */
  ctx(): Ctx;
  late: boolean;
  /** True while the owner acts by a token that may only draft and propose, of an operator. */
  drafter: boolean;
  /** Ids that steps leave for later ones. */
  ids: Record<string, string>;
  newest(): Promise<Entry[]>;
  close(): Promise<void>;
}

/** One use case, by its key in `auditedUseCases`; a step without a key only prepares others. */
export interface Step {
  key: string | null;
  run(stage: AuditStage): Promise<Result<unknown> | undefined>;
}

type Run = (given: { pageId: string }, stage: AuditStage) => ReturnType<Step["run"]>;

export const step = (key: string | null, run: Run): Step => ({
  key,
  run: (stage) => run({ pageId: stage.page.id }, stage),
});

/** Keeps the id of what was created for later steps. */
export const making = (key: string, name: string, run: Run): Step =>
  step(key, async (given, stage) => {
    const made = await run(given, stage);
    if (made?.ok) stage.ids[name] = (made.value as { id: string }).id;
    return made;
  });

export const id = ({ ids }: AuditStage, name: string): string => ids[name] ?? `no ${name}`;

export type Act = (
  ctx: ReturnType<AuditStage["ctx"]>,
  given: { pageId: string; id: string },
) => ReturnType<Step["run"]>;

/** Makes steps that need only the id of what was created. */
export const acts = (name: string, list: Record<string, Act>): Step[] =>
  Object.entries(list).map(([key, act]) => step(key, (given, s) => act(s.ctx(), { ...given, id: id(s, name) })));

export async function openAuditStage(): Promise<AuditStage> {
  const deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  const page = aPage({ slug: "acme", components: 3, holdSeconds: 3600 });
  const as = (role: string) => ({ roles: { [page.id]: role } });
  await arrange(
    deployment,
    page,
    somePeople(
      { id: "ada", name: "Ada", operator: true, ...as("owner") },
      { id: "bob", name: "Bob", email: null, ...as("owner") },
      { id: "eve", name: "Eve", email: null, ...as("viewer") },
    ),
  );
  const ctx = (): Ctx => {
    const provenAt = deployment.clock.now - (stage.late ? 11 * 60_000 : 0);
    const ada = { kind: "person", id: "ada", operator: true, sessionId: "s", provenAt } as const;
    const { id: personId, operator } = ada;
    const token = { kind: "token", id: "ci", name: "ci", personId, operator, role: "owner", readOnly: false } as const;
    const actor = stage.drafter ? { ...token, drafter: true } : ada;
    return { ...deployment.ctx(actor), member: { pageId: page.id, role: "owner" } };
  };
  const newest = async () => {
    const reading = deployment.ctx();
    const [found] = await readBatch(
      reading,
      reading.db.select().from(auditEntryTable).orderBy(desc(auditEntryTable.at), desc(auditEntryTable.id)).limit(12),
    );
    return found;
  };
  const close = async () => {
    await deployment.settled();
    await deployment.close();
  };
  const stage: AuditStage = { deployment, page, ctx, late: false, drafter: false, ids: {}, newest, close };
  return stage;
}
