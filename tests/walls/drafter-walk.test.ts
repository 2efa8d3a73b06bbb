import { afterAll, beforeAll, expect, test } from "vitest";
import type { Result } from "~/failures/failure";
import { type AuditStage, openAuditStage, type Step } from "../support/audit-stage";
import { auditSteps } from "../support/audit-steps";

/** What a drafter's token may do; every other use case of the walk is refused to it, also one that is added later. */
const allowed = ["proposals/propose#proposeMaintenance", "proposals/propose#proposeUpdate"];

/** What is not done by the token's rights: a link's own, whoever follows it; and the end of a session, which a token has none of. */
const besides = ["alerts/acknowledge-by-link#acknowledgeAlertsByLink", "people/sessions#signOut"];

/** Drafts are allowed and what is published is not, so these are decided by what they are asked for. */
const byContent = ["incidents/open#openIncident", "incidents/postmortems/verbs#writePostmortem"];

let stage: AuditStage;

beforeAll(async () => {
  stage = await openAuditStage();
});
afterAll(() => stage.close());

/** Everything that visitors see and that moves components, as rows. */
const visibleRows = [
  "SELECT id, status, visibility, title, version, closed FROM incident WHERE visibility <> 'draft'",
  "SELECT u.id, u.body FROM incident_update u JOIN incident i ON i.id = u.incident_id WHERE i.visibility <> 'draft'",
  "SELECT id, status, title, version FROM maintenance",
  "SELECT id, name, manual_status, observed_status, version FROM component",
  "SELECT part, wanted FROM snapshot",
];

async function visible(): Promise<string> {
  const { d1 } = stage.deployment.ctx();
  const found = await Promise.all(visibleRows.map((sql) => d1.prepare(sql).bind().all()));
  return JSON.stringify(found.map(({ results }) => results));
}

/** Runs the step as a drafter; null when it does not act as the owner at all (visitors, machines). */
async function asDrafter({ run }: Step): Promise<Result<unknown> | null> {
  let acted = false;
  const watched = Object.create(stage, {
    ctx: {
      value: () => {
        acted = true;
        return stage.ctx();
      },
    },
  }) as AuditStage;
  stage.drafter = true;
  try {
    const result = await run(watched);
    return acted && result ? result : null;
  } catch (error) {
    return { ok: false, failure: { name: "malformed", code: "thrown", detail: String(error) } };
  } finally {
    stage.drafter = false;
  }
}

test("use case × drafter: refused but for drafts and proposals, and nothing that visitors see changes", async () => {
  const trouble: string[] = [];
  let refusals = 0;
  for (const each of auditSteps) {
    await stage.deployment.settled();
    stage.deployment.clock.now += 1000;
    if (each.key !== null) {
      const before = await visible();
      const tried = await asDrafter(each);
      await stage.deployment.settled();
      if (tried !== null && (await visible()) !== before) trouble.push(`${each.key}: changed what visitors see`);
      const code = tried === null || tried.ok || !("code" in tried.failure) ? "" : tried.failure.code;
      if (code === "drafter_token") refusals += 1;
      if (tried?.ok && ![...allowed, ...besides, ...byContent].includes(each.key)) trouble.push(`${each.key}: done`);
      if (allowed.includes(each.key) && !tried?.ok) trouble.push(`${each.key}: ${JSON.stringify(tried)}`);
      if (code === "thrown") trouble.push(`${each.key}: ${JSON.stringify(tried)}`);
    }
    await each.run(stage).catch(() => undefined);
  }
  expect(trouble).toEqual([]);
  expect(refusals).toBeGreaterThan(100);
});
