import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../support/database";
import { faulty } from "../support/faults";
import { holding } from "../support/held-database";
import { aChannel, credentialsOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { openBrowser } from "../support/worker";

/** One `Idempotency-Key` is one change, however many send it at once and whatever they send with it. */
let deployment: TestDeployment;
let stage: Stage;
let real: D1Database;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  real = deployment.bindings.DB;
  await makePeople(deployment);
  stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
});
afterAll(() => deployment.close());

interface Answer {
  status: number;
  body: { id?: string; name?: string; code?: string; message?: string; error?: string[] };
}

async function send(
  key: string,
  path: string,
  body: unknown,
  { method = "POST", database = real } = {},
): Promise<Answer> {
  const program = await openBrowser({ ...deployment, bindings: { ...deployment.bindings, DB: database } });
  const headers = { ...credentialsOf("owner"), "content-type": "application/json", "idempotency-key": key };
  const answer = await program.go(`/api/v1/pages/acme${path}`, { method, headers, body: JSON.stringify(body) });
  // Within the limit of a minute.
  deployment.clock.now += 1000;
  return { status: answer.status, body: await answer.json() };
}

const rowsOf = async (sql: string, ...params: unknown[]) =>
  (await runBatch(deployment.ctx(undefined, { database: real }), [{ sql, params }]))[0]?.results ?? [];

const numbers = Array.from({ length: 15 }, (_, index) => index + 1);
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
const oneOf15 = [201, ...numbers.slice(1).map(() => 422)];

/** What may be made through the API, with as many bodies as are asked for, and where it is kept. */
const makes = {
  incident: {
    path: "/incidents",
    body: (name: string) => ({ incident: { name, components: { [stage.components[0] as string]: "major_outage" } } }),
    kept: "SELECT id FROM incident WHERE title LIKE ?1",
  },
  component: {
    path: "/components",
    body: (name: string) => ({ component: { name } }),
    kept: "SELECT id FROM component WHERE name LIKE ?1",
  },
  heartbeat: {
    path: "/heartbeats",
    body: (name: string) => ({ heartbeat: { name } }),
    kept: "SELECT id FROM source WHERE name LIKE ?1",
  },
  channel: {
    path: "/channels",
    body: (name: string) => ({ channel: { ...aChannel, name } }),
    kept: "SELECT id FROM channel WHERE name LIKE ?1",
  },
};

for (const [noun, { path, body, kept }] of Object.entries(makes)) {
  test(`fifteen at once with one key and fifteen bodies make one ${noun}, and the others are told why not`, async () => {
    const answers = await Promise.all(numbers.map((number) => send(`bodies ${noun}`, path, body(`many ${number}`))));
    expect(statusesOf(answers)).toEqual(oneOf15);
    expect(await rowsOf(kept, "many %")).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 422)?.body;
    expect(refused).toMatchObject({
      code: "idempotency_key_reused",
      message: expect.stringContaining("Use a new key"),
    });
    expect(refused?.error).toEqual([expect.stringMatching(/^idempotency-key: /)]);
  });

  test(`fifteen at once with one key and one body make one ${noun}, and all have its answer`, async () => {
    const answers = await Promise.all(numbers.map(() => send(`body ${noun}`, path, body("one and the same"))));
    expect(statusesOf(answers)).toEqual(numbers.map(() => 201));
    expect(new Set(answers.map((each) => each.body.id)).size).toBe(1);
    expect(await rowsOf(kept, "one and the same%")).toHaveLength(1);
  });
}

test("who is held between its decision and its commit is told that the key is another's", async () => {
  const { database, came, release } = holding(real, "INSERT INTO incident (");
  const { path, body } = makes.incident;
  const slow = send("overtaken", path, body("the slow one"), { database });
  await came;
  const quick = await send("overtaken", path, body("the quick one"));
  release();
  expect([quick.status, (await slow).status]).toEqual([201, 422]);
  expect(await rowsOf("SELECT title FROM incident WHERE title LIKE 'the % one'")).toEqual([{ title: "the quick one" }]);
});

test("changes of one thing are as its makings: one body gets in, and the page has what it says", async () => {
  const path = `/components/${stage.components[0]}`;
  const rename = (number: number) => ({ component: { description: `described ${number}` } });
  const answers = await Promise.all(
    numbers.map((number) => send("renamed", path, rename(number), { method: "PATCH" })),
  );
  expect(statusesOf(answers)).toEqual([200, ...numbers.slice(1).map(() => 422)]);
  const won = answers.findIndex(({ status }) => status === 200) + 1;
  expect(await rowsOf("SELECT description FROM component WHERE id = ?1", stage.components[0])).toEqual([
    { description: `described ${won}` },
  ]);
});

test("a request that was refused leaves its key free for one that is right", async () => {
  const { path, body } = makes.component;
  expect((await send("mended", path, { component: { name: "" } })).status).toBe(422);
  expect((await send("mended", path, body("mended"))).status).toBe(201);
});

test("one that failed before its commit leaves the key free; one whose answer was lost has it, and its answer", async () => {
  const { path, body } = makes.component;
  const calls = faulty(real, 0, "before");
  expect((await send("counted", path, body("counted"), { database: calls.database })).status).toBe(201);
  for (const mode of ["before", "after"] as const) {
    for (const call of calls.writes()) {
      const [key, name] = [`${mode} ${call}`, `broken ${mode} ${call}`];
      const broken = faulty(real, call, mode);
      const first = await send(key, path, body(name), { database: broken.database });
      const again = await send(key, path, body(name));
      expect([first.status, again.status]).toEqual([expect.toSatisfy((it) => it === 201 || it === 503), 201]);
      expect(await rowsOf("SELECT id FROM component WHERE name = ?1", name)).toEqual([{ id: again.body.id }]);
      expect((await send(key, path, body(`${name}, other`))).status).toBe(422);
    }
  }
});
