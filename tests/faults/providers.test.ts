import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { identityTable, invitationTable, membershipTable, personTable, sessionTable } from "~/db/schema";
import { startProviderSignIn } from "~/people/go-to-provider";
import { createInvitation } from "~/people/invitations/create";
import { finishProviderSignIn } from "~/people/sign-in-by-provider";
import type { Ctx } from "~/platform/ctx";
import { createProvider } from "~/providers/verbs";
import { openDeployment, type TestDeployment } from "../support/database";
import { good, operator } from "../support/desk";
import { type FaultMode, faulty, triedCases } from "../support/faults";
import { printFaults } from "../support/measured";
import { type Oidc, startOidc } from "../support/oidc";
import { nodeOutbound } from "../support/outbound";
import { aPage, arrange } from "../support/scenario";

const networks = ["127.0.0.0/8"];
let deployment: TestDeployment;
let oidc: Oidc;
let id: string;
let [runs, cases] = [0, 0];

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: networks.join() });
  deployment.way.outbound = nodeOutbound({ networks });
  oidc = await startOidc();
  const { issuer, clientId, secret: clientSecret } = oidc;
  const made = await good(createProvider(deployment.ctx(operator), { name: "Acme", issuer, clientId, clientSecret }));
  id = made.id;
  await oidc.allowRedirect(`http://localhost:8787/manage/sign-in/provider/${id}`);
  await arrange(deployment, aPage({ slug: "acme" }));
});
afterAll(async () => {
  printFaults("signing in by a provider", cases);
  await oidc.close();
  await deployment.close();
});

/** Somebody new there, with a proven address to which an invitation was mailed. */
async function invite(): Promise<void> {
  const inviting = deployment.ctx({ kind: "person", id: "owner", operator: false, sessionId: "s" });
  const member = { pageId: "page-acme", role: "owner" as const };
  const input = { pageId: "page-acme", role: "viewer" as const, email: `new${runs}@example.com` };
  await good(createInvitation({ ...inviting, member }, input));
}

/** The whole way there and back, as its person would begin it again. */
async function operate(ctx: Ctx): Promise<string> {
  const from = `10.1.${runs >> 8}.${runs & 255}`;
  const begun = await good(startProviderSignIn(ctx, { id, next: "/manage", connect: false, mark: null, from }));
  const back = await oidc.visit(begun.address ?? "", `new${runs}`);
  const home = { id, parameters: back.searchParams, mark: begun.mark, userAgent: null };
  const done = await good(finishProviderSignIn(ctx, home));
  return done?.kind === "trouble" ? done.trouble : (done?.kind ?? "none");
}

async function record() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [sessions, identities, people, members, invitations] = await readBatch(
    ctx,
    db.select().from(sessionTable),
    db.select().from(identityTable),
    db.select().from(personTable),
    db.select().from(membershipTable),
    db.select().from(invitationTable),
  );
  const accepted = invitations.filter((each) => each.acceptedAt !== null).length;
  return {
    sessions: sessions.length,
    identities: identities.length,
    people: people.length,
    members: members.length,
    accepted,
  };
}

async function once(call: number, mode: FaultMode) {
  runs += 1;
  oidc.accounts[`new${runs}`] = { email: `new${runs}@example.com`, email_verified: true };
  await invite();
  const before = await record();
  const binding = faulty(deployment.bindings.DB, call, mode);
  const ctx = deployment.ctx(undefined, { database: binding.database });
  const first = await operate(ctx).catch(() => "thrown");
  await binding.ended();
  const last = first === "session" ? first : await operate(deployment.ctx());
  await binding.retried();
  const after = await record();
  const grown = (name: keyof typeof after) => after[name] - before[name];
  const names = ["sessions", "identities", "people", "members", "accepted"] as const;
  return { last, grown: names.map(grown), struck: binding.struck(), calls: binding.calls(), writes: binding.writes() };
}

test("whatever call of the database fails, who was invited is in once", async () => {
  const clean = await once(0, "before");
  expect([clean.last, ...clean.grown]).toEqual(["session", 1, 1, 1, 1, 1]);
  for (const { mode, call } of triedCases(clean)) {
    const { last, grown, struck } = await once(call, mode);
    const expected = { mode, call, last: "session", grown: clean.grown, struck: true };
    expect({ mode, call, last, grown, struck }).toEqual(expected);
    cases += 1;
  }
});
