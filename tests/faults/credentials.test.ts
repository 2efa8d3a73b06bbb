import { afterAll, beforeAll, describe, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { apiTokenTable, auditEntryTable, challengeTable, passkeyTable, sessionTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import { beginPasskeyRegistration, beginPasskeySignIn } from "~/people/passkeys/begin";
import { signInByPasskey } from "~/people/passkeys/sign-in";
import { addPasskey, removePasskey } from "~/people/passkeys/verbs";
import { createApiToken, revokeApiToken } from "~/people/tokens/verbs";
import type { Ctx } from "~/platform/ctx";
import { Authenticator } from "../support/authenticator";
import { openDeployment, type TestDeployment } from "../support/database";
import { type FaultMode, faulty, wellAtOnce } from "../support/faults";
import { printFaults } from "../support/measured";
import { put } from "../support/scenario";
import { addPerson } from "../support/sign-in-mail";
import { whicheverCallFails } from "../support/whichever-call";

let deployment: TestDeployment;
let cases = 0;
let runs = 0;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(async () => {
  printFaults("passkeys and tokens", cases);
  await deployment.close();
});

const origin = "http://localhost:8787";
const tables = ["session", "passkey", "challenge", "api_token", "audit_entry", "person"];
/** Limits are kept in memory: each run has a person and a network of its own. */
const ada = () => `ada${runs}`;
const from = () => `10.${runs >> 8}.${runs & 255}.1`;

const asAda = (ctx: Ctx): Ctx => ({
  ...ctx,
  actor: { kind: "person", id: ada(), operator: false, sessionId: "here", provenAt: ctx.now() },
});

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

async function made(): Promise<{ key: Authenticator; id: string }> {
  const key = new Authenticator(origin);
  const me = asAda(deployment.ctx());
  const options = must(await beginPasskeyRegistration(me, { name: "Phone", mark }));
  return { key, ...must(await addPasskey(me, { name: "Phone", mark, credential: key.make(options) })) };
}

const mark = "m".repeat(43);

interface Flow {
  name: string;
  /** What `operate` is handed. */
  arrange(): Promise<string>;
  operate(ctx: Ctx, held: string): Promise<Result<unknown>>;
  /** Its sender has no name for it: sent again it is another one, and both may be done. */
  nameless?: true;
}

const commit = () => ({ commitId: `form-${runs}` });
const rights = { name: "Deploys", role: "admin", readOnly: false, life: "30" } as const;

const flows: Flow[] = [
  {
    name: "asking for a challenge",
    arrange: async () => "",
    operate: (ctx) => beginPasskeySignIn(ctx, { from: from(), mark }),
    nameless: true,
  },
  {
    name: "adding a passkey",
    arrange: async () => {
      const options = must(await beginPasskeyRegistration(asAda(deployment.ctx()), { name: "Phone", mark }));
      return new Authenticator(origin).make(options);
    },
    operate: (ctx, credential) => addPasskey(asAda(ctx), { name: "Phone", mark, credential, ...commit() }),
  },
  {
    name: "signing in by a passkey",
    arrange: async () => {
      const { key } = await made();
      return key.use(must(await beginPasskeySignIn(deployment.ctx(), { from: from(), mark })));
    },
    operate: (ctx, credential) => signInByPasskey(ctx, { credential, userAgent: null, mark }),
  },
  {
    name: "removing a passkey",
    arrange: async () => {
      await made();
      return (await made()).id;
    },
    operate: (ctx, id) => removePasskey(asAda(ctx), { id, ...commit() }),
  },
  {
    name: "making a token",
    arrange: async () => "",
    operate: async (ctx) => {
      const done = await createApiToken(asAda(ctx), { ...rights, ...commit() });
      return done.ok && done.value.secret === null ? { ok: false, failure: { name: "missing" } } : done;
    },
  },
  {
    name: "revoking a token",
    arrange: async () => must(await createApiToken(asAda(deployment.ctx()), rights)).id,
    operate: (ctx, id) => revokeApiToken(asAda(ctx), { id, ...commit() }),
  },
];

/** What there is in the end, without ids and instants: two runs that differ only in a fault agree in it. */
async function record() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [sessions, keys, challenges, tokens, entries] = await readBatch(
    ctx,
    db.select().from(sessionTable),
    db.select().from(passkeyTable),
    db.select().from(challengeTable),
    db.select().from(apiTokenTable),
    db.select().from(auditEntryTable),
  );
  return {
    sessions: sessions.length,
    keys: keys.map((each) => [each.counter, each.lastUsedAt !== null]),
    challenges: challenges.length,
    tokens: tokens.map((each) => each.role),
    entries: entries.map((each) => each.action).sort(),
  };
}

async function once(flow: Flow, call: number, mode: FaultMode, twice: boolean) {
  runs += 1;
  deployment.clock.now += 1000;
  await runBatch(
    deployment.ctx(),
    tables.map((table) => ({ sql: `DELETE FROM ${table} WHERE true`, params: [] })),
  );
  await addPerson(deployment, { id: ada() });
  const { now } = deployment.clock;
  const living = { personId: ada(), createdAt: now, lastSeenAt: now, expiresAt: now + 1e9 };
  const ids = ["here", "elsewhere"];
  await put(
    deployment,
    sessionTable,
    ids.map((id) => ({ tokenHash: `${id}-${runs}`, id, ...living })),
  );
  const held = await flow.arrange();
  const binding = faulty(deployment.bindings.DB, call, mode);
  const ctx = deployment.ctx(undefined, { database: binding.database });
  const done = await wellAtOnce(binding, {
    mode,
    operate: () => flow.operate(ctx, held),
    again: () => flow.operate(deployment.ctx(), held),
  });
  if (twice) await flow.operate(deployment.ctx(), held);
  await deployment.settled();
  await binding.retried();
  return {
    ok: done.ok,
    calls: binding.calls(),
    writes: binding.writes(),
    struck: binding.struck(),
    record: await record(),
  };
}

describe.each(flows)("$name", (flow) => {
  test("comes out the same, whichever call fails", async () => {
    cases += await whicheverCallFails((...fault) => once(flow, ...fault), flow.nameless);
  });
});
