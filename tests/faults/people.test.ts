import { afterAll, beforeAll, describe, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { invitationTable, membershipTable, noticeTable, personTable, sessionTable, signInLinkTable } from "~/db/schema";
import type { Result } from "~/failures/failure";
import { acceptInvitation } from "~/people/invitations/accept";
import { createInvitation } from "~/people/invitations/create";
import { changeRole, removeMember } from "~/people/memberships/verbs";
import { requestSignIn } from "~/people/request-sign-in";
import { redeemSignInLink } from "~/people/spend-link";
import { redeemSignInCode } from "~/people/try-code";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../support/database";
import { type FaultMode, faulty, wellAtOnce } from "../support/faults";
import { printFaults } from "../support/measured";
import { aPage, arrange } from "../support/scenario";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { whicheverCallFails } from "../support/whichever-call";

let deployment: TestDeployment;
let cases = 0;
let runs = 0;
beforeAll(async () => {
  deployment = await openDeployment();
  await arrange(deployment, aPage({ slug: "acme" }));
});
afterAll(async () => {
  printFaults("people", cases);
  await deployment.close();
});

const pageId = "page-acme";
const tables = [
  "session",
  "sign_in_link",
  "invitation",
  "notice",
  "membership",
  "person",
  "mail_ledger",
  "stranger_rows",
];

const asOwner = (ctx: Ctx): Ctx => ({
  ...ctx,
  actor: { kind: "person", id: `owner${runs}`, operator: false, sessionId: "s", provenAt: ctx.now() },
  member: { pageId, role: "owner" },
});

interface Held {
  token: string;
  code: string;
  request: string;
}

interface Flow {
  name: string;
  arrange(): Promise<Held>;
  operate(ctx: Ctx, held: Held): Promise<Result<unknown>>;
  /** Its sender has no name for it: sent again it is another one, and both may be done. */
  nameless?: true;
}

const nothing = async (): Promise<Held> => ({ token: "", code: "", request: "" });

/** Limits are kept in memory: each run has an address and a network of its own. */
async function asking(ctx: Ctx) {
  const from = `10.${runs >> 8}.${runs & 255}.1`;
  const done = await requestSignIn(ctx, { address: `ada${runs}@example.com`, from, browser: null });
  await deployment.settled();
  return done;
}

async function asked(): Promise<Held> {
  const done = await asking(deployment.ctx());
  if (!done.ok) throw new Error(done.failure.name);
  return { ...(await mailOf(deployment)), ...done.value };
}

async function invited(): Promise<Held> {
  await createInvitation(asOwner(deployment.ctx()), { pageId, role: "viewer", email: `new${runs}@example.com` });
  return { ...(await mailOf(deployment, "invitation")), request: "" };
}

const flows: Flow[] = [
  { name: "asking for a mail", arrange: nothing, operate: asking, nameless: true },
  {
    name: "pressing the link",
    arrange: asked,
    operate: (ctx, { token, request }) => redeemSignInLink(ctx, { token, request, userAgent: null }),
  },
  {
    name: "typing the code",
    arrange: asked,
    operate: (ctx, { code, request }) => redeemSignInCode(ctx, { code, request, userAgent: null }),
  },
  {
    name: "inviting",
    arrange: nothing,
    operate: (ctx) =>
      createInvitation(asOwner(ctx), { pageId, role: "viewer", email: "new@example.com", commitId: `invite-${runs}` }),
  },
  {
    name: "accepting",
    arrange: invited,
    operate: (ctx, { token }) => acceptInvitation(ctx, { token, name: "New", userAgent: null }),
  },
  {
    name: "changing a role",
    arrange: nothing,
    operate: (ctx) =>
      changeRole(asOwner(ctx), { pageId, personId: `ada${runs}`, role: "admin", commitId: `role-${runs}` }),
  },
  {
    name: "removing a member",
    arrange: nothing,
    operate: (ctx) => removeMember(asOwner(ctx), { pageId, personId: `ada${runs}`, commitId: `remove-${runs}` }),
  },
];

/** What there is in the end, without ids, instants and tries: two runs that differ only in a fault agree in it. */
async function record() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [sessions, links, invitations, notices, members, people] = await readBatch(
    ctx,
    db.select().from(sessionTable),
    db.select().from(signInLinkTable),
    db.select().from(invitationTable),
    db.select().from(noticeTable),
    db.select().from(membershipTable),
    db.select().from(personTable),
  );
  return {
    sessions: sessions.length,
    links: links.map((each) => [each.kind, each.personId !== null, each.usedAt !== null]),
    invitations: invitations.map((each) => [each.role, each.acceptedAt !== null]),
    notices: notices.map((each) => each.kind).sort(),
    members: members.map((each) => each.role).sort(),
    people: people.filter((each) => each.kind === "human").length,
  };
}

async function once(flow: Flow, call: number, mode: FaultMode, twice: boolean) {
  runs += 1;
  deployment.clock.now += 1000;
  await runBatch(
    deployment.ctx(),
    tables.map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })),
  );
  await addPerson(deployment, { id: `owner${runs}`, pageId, role: "owner" });
  await addPerson(deployment, { id: `ada${runs}`, pageId, role: "viewer" });
  const held = await flow.arrange();
  await deployment.settled();
  const binding = faulty(deployment.bindings.DB, call, mode);
  const ctx = deployment.ctx(undefined, { database: binding.database });
  // The sender is not under these faults (tests/faults/notices.test.ts): a queue that takes its call stands for it.
  ctx.bindings = { ...ctx.bindings, WAKE: { send: async () => undefined } as unknown as Queue };
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
