import fc from "fast-check";
import { expect, test } from "vitest";
import { runSender } from "~/notifications/engine/wake";
import { sizedBy } from "../support/sizes";
import { open, openTold, type Told, update } from "../support/told";
import { type InWays, inWays, targets } from "../support/told-in-ways";

/** What subscribers hear in ways that have an id: whatever fails, it never goes back, and each id had one text. */
const minute = 60_000;
const heard = ["webhook", "web-push"] as const;
type Heard = (typeof heard)[number];

const fates = ["taken", "lost", "busy", "later", "refused"] as const;
type Fate = (typeof fates)[number];
const answers: Record<Exclude<Fate, "lost">, { status: number; text: string; headers?: Record<string, string> }> = {
  taken: { status: 200, text: "ok" },
  busy: { status: 500, text: "busy" },
  later: { status: 429, text: "later", headers: { "retry-after": "600" } },
  refused: { status: 408, text: "too late" },
};

async function passes(told: Told, milliseconds: number): Promise<void> {
  told.deployment.clock.now += milliseconds;
  const ctx = told.deployment.ctx();
  ctx.meter.limit = { statements: 10_000, subrequests: 10_000, together: 20_000, mails: 1000 };
  for (let round = 0; round < 10 && (await runSender(ctx)); round++);
  await told.deployment.settled();
}

interface Message {
  id: string;
  text: string;
}

const lost = { ok: false, reason: "timeout", code: "timeout", detail: "call.unreachable", milliseconds: 1 } as const;

/** A network between us and them, on which answers are lost; what they were told stands in `world`. */
function dealing(told: Told, world: InWays, fateOf: () => Fate): void {
  const answering = new Map<string, (typeof answers)[keyof typeof answers]>();
  for (const way of heard) {
    const { hostname } = new URL(targets[way]);
    world.receivers.instead.set(hostname, async () => answering.get(hostname) ?? null);
  }
  told.deployment.way.outbound = (around) => ({
    ...world.receivers.outbound(around),
    async fetch(request) {
      const fate = fateOf();
      answering.set(new URL(request.url).hostname, answers[fate === "lost" ? "taken" : fate]);
      const answer = await world.receivers.outbound(around).fetch(request);
      return fate === "lost" ? lost : answer;
    },
  });
}

/** Which update a message tells of: the newest step that it names. */
const stepOf = ({ text }: Message) =>
  Math.max(...[...text.matchAll(/step (\d+)/g)].map(([, step]) => Number(step)), -1);

async function play(dealt: readonly Fate[], waits: readonly number[]): Promise<Map<Heard, Message[]>> {
  const told = await openTold({ mailer: false });
  try {
    const world = inWays(told);
    for (const way of heard) await world.subscribe(way);
    let [calls, isOver] = [0, false];
    dealing(told, world, () => (isOver ? "taken" : (dealt[calls++ % dealt.length] ?? "taken")));
    const id = await open(told, { body: "step 0" });
    await passes(told, 11_000);
    for (const [index, wait] of waits.entries()) {
      await passes(told, wait);
      await update(told, id, `step ${index + 1}`, index === waits.length - 1 ? "resolved" : "identified");
      await passes(told, 11_000);
    }
    isOver = true;
    for (let step = 0; step < 40; step++) await passes(told, 20 * minute);
    const said = (way: Heard) =>
      world.at(way).map((each) => {
        const text = each.bytes ? world.pushText(each) : each.raw;
        return { id: each.bytes ? world.pushId(each) : String(each.headers["webhook-id"]), text };
      });
    return new Map(heard.map((way) => [way, said(way)]));
  } finally {
    await told.close();
  }
}

test("what subscribers hear never goes back, and each id had one text", { timeout: 300_000 }, async () => {
  const fate = fc.constantFrom(...fates);
  const wait = fc.constantFrom(1000, minute, 6 * minute, 40 * minute);
  const property = fc.asyncProperty(
    fc.array(fate, { minLength: 4, maxLength: 12 }),
    fc.array(wait, { minLength: 1, maxLength: 3 }),
    async (dealt, waits) => {
      for (const [way, messages] of await play(dealt, waits)) {
        const steps = messages.map(stepOf);
        expect([way, steps]).toEqual([way, steps.toSorted((one, other) => one - other)]);
        expect([way, steps.at(-1)]).toEqual([way, waits.length]);
        const texts = Map.groupBy(messages, ({ id }) => id);
        for (const [id, all] of texts) expect([id, new Set(all.map(({ text }) => text)).size]).toEqual([id, 1]);
      }
    },
  );
  await fc.assert(property, { numRuns: sizedBy("UPFRONT_ORDER_RUNS", 3, 100) });
});
