import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { personTable } from "~/db/schema";
import { findSession } from "~/people/find-session";
import { findTokenActor } from "~/people/find-token";
import { prepareNewSession } from "~/people/new-session";
import {
  disablePerson,
  enablePerson,
  endSessionsOfPerson,
  listDeploymentPeople,
  revokeOperatorRight,
} from "~/people/operate";
import { requestSignIn } from "~/people/request-sign-in";
import { createApiToken } from "~/people/tokens/verbs";
import { openDeployment, type TestDeployment } from "../support/database";
import { failureOf, good } from "../support/desk";
import { browserOf, makePeople } from "../support/matrix-cast";
import { put } from "../support/scenario";
import { addPerson, newestMail } from "../support/sign-in-mail";

let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
  const times = { createdAt: 1, updatedAt: 1 };
  await put(deployment, personTable, [
    { id: "first", name: "First", operator: true, ...times },
    { id: "second", name: "Second", operator: true, ...times },
  ]);
  await addPerson(deployment, { id: "ada" });
});
afterEach(() => deployment.close());

const by = (id: string, operator = true) => deployment.ctx({ kind: "person", id, operator, sessionId: "s" });

/** A session and a token of somebody, and whether each still opens anything. */
async function waysOf(personId: string) {
  const made = await prepareNewSession(deployment.ctx(), { personId, operator: false, userAgent: null, device: null });
  await runBatch(deployment.ctx(), made.changes);
  const rights = { name: "CI", role: "viewer", readOnly: true, life: "30" } as const;
  const token = (await good(createApiToken(made.acting, rights))).secret ?? "";
  return async () => [
    (await findSession(deployment.ctx(), { token: made.sessionToken, slug: null })) !== null,
    (await findTokenActor(deployment.ctx(), token)) !== null,
  ];
}

test("operators see everybody; nobody else does", async () => {
  await waysOf("ada");
  const { people, next } = await good(listDeploymentPeople(by("first")));
  expect([people.map(({ name }) => name), next]).toEqual([["First", "Name of ada", "Second"], null]);
  expect(people[1]).toMatchObject({ sessions: 1, tokens: 1, self: false, operator: false });
  for (const act of [endSessionsOfPerson, disablePerson, enablePerson, revokeOperatorRight])
    expect((await failureOf(act(by("ada", false), { id: "first" })))?.name).toBe("forbidden");
  expect((await failureOf(listDeploymentPeople(by("ada", false))))?.name).toBe("forbidden");
});

test("they are found by name, address and state, and read from either end", async () => {
  const names = async (query: Parameters<typeof listDeploymentPeople>[1]) =>
    (await good(listDeploymentPeople(by("first"), query))).people.map(({ name }) => name);
  expect(await names({ descending: true })).toEqual(["Second", "Name of ada", "First"]);
  expect(await names({ search: "NAME of" })).toEqual(["Name of ada"]);
  expect(await names({ search: "ada@" })).toEqual(["Name of ada"]);
  expect(await names({ state: "operator" })).toEqual(["First", "Second"]);
  expect(await names({ state: "disabled" })).toEqual([]);
  expect(await names({ after: "first.First" })).toEqual(["Name of ada", "Second"]);
  expect(await names({ after: "ada.Name of ada", descending: true })).toEqual(["First"]);
});

test("ending sessions leaves tokens; disabling ends both, and no way in opens until it is taken back", async () => {
  const lives = await waysOf("ada");
  await good(endSessionsOfPerson(by("first"), { id: "ada" }));
  expect(await lives()).toEqual([false, true]);
  const again = await waysOf("ada");
  await good(disablePerson(by("first"), { id: "ada" }));
  expect([await lives(), await again()]).toEqual([
    [false, false],
    [false, false],
  ]);
  const late = await prepareNewSession(deployment.ctx(), {
    personId: "ada",
    operator: false,
    userAgent: null,
    device: null,
  });
  await runBatch(deployment.ctx(), late.changes);
  expect(await findSession(deployment.ctx(), { token: late.sessionToken, slug: null })).toBeNull();
  const asking = { address: "ada@example.com", from: "192.0.2.77", browser: null };
  await good(requestSignIn(deployment.ctx(), asking));
  await deployment.settled();
  expect(await newestMail(deployment, "sign_in")).toBeNull();
  await good(enablePerson(by("first"), { id: "ada" }));
  await good(requestSignIn(deployment.ctx(), asking));
  await deployment.settled();
  expect(await newestMail(deployment, "sign_in")).not.toBeNull();
  // What ended has ended: none of it comes back with the account.
  expect([await lives(), await again()].flat()).toEqual([false, false, false, false]);
});

test("somebody always operates the deployment, also when two take it from each other at once", async () => {
  expect(await failureOf(disablePerson(by("first"), { id: "first" }))).toMatchObject({ code: "oneself" });
  const both = await Promise.all([
    revokeOperatorRight(by("first"), { id: "second" }),
    revokeOperatorRight(by("second"), { id: "first" }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const { people } = await good(listDeploymentPeople(by("first")));
  const left = people.filter(({ operator }) => operator);
  expect(left).toHaveLength(1);
  expect(await failureOf(revokeOperatorRight(by("first"), { id: left[0]?.id ?? "" }))).toMatchObject({
    code: "last_operator",
  });
});

test("the page shows what may be done, and does it without JavaScript", async () => {
  await makePeople(deployment);
  const operator = await browserOf(deployment, "operator");
  const html = await (await operator.go("/manage/deployment/people")).text();
  expect(html).toContain("Name of ada");
  const done = await operator.post("/manage/deployment/people", { intent: "disable", id: "ada" });
  expect(done.headers.get("location")).toBe("/manage/deployment/people?done=person-disabled");
  expect(await (await operator.go("/manage/deployment/people?done=person-disabled")).text()).toMatch(
    /<span[^>]*>Disabled<\/span>/,
  );
});
