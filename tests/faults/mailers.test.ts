import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable } from "~/db/schema";
import {
  readOutgoingHeartbeat,
  readSelfCheckAddress,
  setOutgoingHeartbeat,
  setSelfCheckAddress,
} from "~/deployment/addresses";
import type { Result } from "~/failures/failure";
import { mailersInOrderQuery } from "~/mailers/queries/mailer";
import { createMailer, deleteMailer, moveMailer, updateMailer } from "~/mailers/verbs";
import { openMailerChain } from "~/notifications/engine/open-post";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../support/database";
import { good, operator } from "../support/desk";
import { type FaultMode, faultModes, faulty, triedCases } from "../support/faults";
import { printFaults } from "../support/measured";
import { nodeOutbound } from "../support/outbound";
import { type Smtp, setMailer, startSmtp } from "../support/smtp";

/** Every single fault over what the operator sets about mail: nothing lost, nothing doubled. */
let deployment: TestDeployment;
let smtp: Smtp;
let cases = 0;

beforeAll(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  smtp = await startSmtp({});
});
afterAll(async () => {
  printFaults("mailers", cases);
  await deployment.settled();
  await smtp.close();
  await deployment.close();
});

interface Flow {
  name: string;
  operate(ctx: Ctx, commitId: string): Promise<Result<unknown>>;
}

const settings = { host: "mail.example.com", security: "tls" };
const flows: Flow[] = [
  {
    name: "create",
    operate: (ctx, commitId) =>
      createMailer(ctx, { commitId, kind: "smtp", name: "New", fromAddress: "a@example.com", settings }),
  },
  { name: "update", operate: (ctx, commitId) => updateMailer(ctx, { commitId, id: "one", version: 0, name: "Other" }) },
  {
    name: "move",
    operate: (ctx, commitId) => moveMailer(ctx, { commitId, id: "two", version: 0, direction: "up" }),
  },
  { name: "delete", operate: (ctx, commitId) => deleteMailer(ctx, { commitId, id: "two", version: 0 }) },
  {
    name: "heartbeat",
    operate: (ctx, commitId) => setOutgoingHeartbeat(ctx, { commitId, url: "https://hc.example.com/x" }),
  },
  {
    name: "self-check",
    operate: (ctx, commitId) => setSelfCheckAddress(ctx, { commitId, url: "https://up.example.com/" }),
  },
];

async function arrange(): Promise<void> {
  const { d1 } = deployment.ctx();
  const statements = [
    "DELETE FROM mailer",
    "DELETE FROM audit_entry",
    "UPDATE deployment SET heartbeat_sealed = NULL, self_check_sealed = NULL",
  ];
  await d1.batch(statements.map((sql) => d1.prepare(sql).bind()));
  await setMailer(deployment, smtp, { id: "one" });
  await setMailer(deployment, smtp, { id: "two", position: 1 });
}

async function record() {
  const ctx = deployment.ctx(operator);
  const [mailers, audit] = await readBatch(ctx, mailersInOrderQuery(ctx), ctx.db.select().from(auditEntryTable));
  const { shown } = await good(readOutgoingHeartbeat(ctx));
  return {
    mailers: mailers.map(({ name, position, version }) => [name, position, version]),
    audit: audit.map((entry) => entry.action),
    shown,
    selfCheck: (await good(readSelfCheckAddress(ctx))).shown,
  };
}

async function once(flow: Flow, call: number, mode: FaultMode) {
  await arrange();
  const commitId = deployment.ctx().id();
  const binding = faulty(deployment.bindings.DB, call, mode);
  const ctx = deployment.ctx(operator, { database: binding.database });
  const failed = await flow.operate(ctx, commitId).then(
    () => false,
    () => true,
  );
  await binding.ended();
  const [calls, writes, struck] = [binding.calls(), binding.writes(), binding.struck()];
  if (failed) await good(flow.operate(deployment.ctx(operator), commitId));
  await deployment.settled();
  await binding.retried();
  return { calls, writes, struck, record: await record() };
}

describe.each(flows.map((flow) => [flow.name, flow] as const))("%s", (_, flow) => {
  test("whichever call fails, it is done once", { timeout: 120_000 }, async () => {
    const clean = await once(flow, 0, "before");
    expect(clean.calls).toBeGreaterThanOrEqual(2);
    for (const { mode, call } of triedCases(clean)) {
      const { struck, record: found } = await once(flow, call, mode);
      expect(struck, `call ${call} was never made to fail`).toBe(true);
      expect(found).toEqual(clean.record);
      cases += 1;
    }
  });
});

test("a run whose traces cannot be written has sent its mails all the same, once", async () => {
  for (const mode of faultModes) {
    await arrange();
    const before = smtp.mails.length;
    const binding = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, mode);
    const ctx = deployment.ctx();
    const post = await openMailerChain(ctx);
    const mail = {
      messageId: "n.1@x.example",
      to: "ana@example.com",
      fromName: "A",
      subject: "S",
      text: "T",
      html: "H",
    };
    const handed = await post?.send([{ ...mail, headers: {} }]);
    expect(handed?.[0]?.outcome).toBe("sent");
    Object.assign(ctx, { d1: deployment.ctx(undefined, { database: binding.database, deadline: 50 }).d1 });
    await post?.close();
    expect(smtp.mails.length).toBe(before + 1);
  }
});
