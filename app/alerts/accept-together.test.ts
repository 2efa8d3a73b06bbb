import { expect, test } from "vitest";
import { type Ctx, makeCtx } from "~/platform/ctx";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../tests/support/scenario";

const deployment = deploymentOfFile({ UPFRONT_INGEST_LIMIT: "0" });

const minute = 60_000;

/** Returns an isolate: with its own bindings it shares no memory with the others, only the database. */
function isolate(): () => Ctx {
  const bindings = { ...deployment.bindings };
  const around = { now: () => deployment.clock.now, defer: () => undefined };
  return () => makeCtx(bindings, around);
}

const isolates = () => Array.from({ length: 8 }, isolate);

type Answer = Awaited<ReturnType<typeof post>>;
const outcomes = (answers: Answer[]) =>
  answers.flatMap((each) => (each.ok ? each.value.alerts.map(({ outcome }) => outcome) : [each.failure.name]));

async function storm(from: TestSource, count: number, bodyOf: (at: number) => unknown): Promise<Answer[]> {
  const all = isolates();
  return Promise.all(
    Array.from({ length: count }, (_, at) => post((all[at % all.length] as () => Ctx)(), from, bodyOf(at))),
  );
}

test("200 deliveries of one key with differing words at once, over eight isolates: all in, one alert, one episode", async () => {
  const from = await arrange(deployment, aLoneSource());
  const startsAt = deployment.clock.now - minute;
  const answers = await storm(from, 200, (at) => {
    return group([{ key: "a", startsAt, annotations: { summary: `words ${at}` } }]);
  });
  expect(outcomes(answers).filter((each) => each === "new")).toHaveLength(1);
  expect(outcomes(answers).filter((each) => each === "updates")).toHaveLength(199);
  const { alerts, deliveries, episodes, wanted } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ state: "firing", count: 200 }]);
  expect([deliveries.length, episodes.length, wanted]).toEqual([200, 1, 200]);
});

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** Returns a dated event with an id, as Standard Webhooks sends it. */
function event(at: number, id: string, title: string) {
  const body = { type: "alert.firing", timestamp: new Date(at).toISOString(), data: { id: "a", title } };
  const rawBody = new TextEncoder().encode(JSON.stringify(body));
  const proof = sourceAdapterOf("standard-webhooks")?.prove?.({
    rawBody,
    settings: { secret },
    now: deployment.clock.now,
    deliveryId: id,
  });
  return { body, proof };
}

test("the same where each event is dated: all are in, and the words of the newest stand", async () => {
  const from = await arrange(deployment, aLoneSource({ kind: "standard-webhooks", settings: { secret } }));
  const all = isolates();
  const send = (at: number) => {
    const { body, proof } = event(deployment.clock.now - 60_000 + at * 100, `event ${at}`, `words ${at}`);
    return post((all[at % all.length] as () => Ctx)(), from, body, proof);
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => send((at * 77) % 200)));
  expect(answers.filter((each) => !each.ok)).toEqual([]);
  const { alerts, deliveries, episodes } = await rowsOf(deployment.ctx(), from);
  expect([deliveries.length, episodes.length]).toEqual([200, 1]);
  expect(alerts).toMatchObject([{ state: "firing", title: "words 199" }]);
});

test("firings and recoveries of one key at once: every answer is in, and the last episode is as its alert says", async () => {
  const from = await arrange(deployment, aLoneSource());
  const start = deployment.clock.now - 10 * minute;
  const answers = await storm(from, 160, (at) => {
    const startsAt = start + Math.floor(at / 2) * 1000;
    return group([{ key: "a", startsAt, ...(at % 2 ? { status: "resolved", endsAt: startsAt + 500 } : {}) }]);
  });
  expect(answers.filter((each) => !each.ok)).toEqual([]);
  const { alerts, episodes, deliveries } = await rowsOf(deployment.ctx(), from);
  expect(deliveries).toHaveLength(160);
  const open = episodes.filter((each) => each.endedAt === null);
  expect(open.length).toBe(alerts[0]?.state === "firing" ? 1 : 0);
});
