import { describe, expect, test } from "vitest";
import { ok } from "~/failures/failure";
import type { AnySourceAdapter } from "~/sources/contract/contract";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import { rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../tests/support/scenario";
import { acceptDelivery } from "./accept";
import type { AlertSignal } from "./rules/signal";

const deployment = deploymentOfFile();

const encoder = new TextEncoder();
const bytesOf = (body: unknown) =>
  body instanceof Uint8Array ? body : encoder.encode(typeof body === "string" ? body : JSON.stringify(body));

/** Kinds whose bodies only the sender can sign have tests of their own. */
const provable = sourceAdapters.filter((each) => each.prove !== null);

const make = (kind: AnySourceAdapter) =>
  arrange(deployment, aLoneSource({ kind: kind.kind, settings: kind.sampleSettings as Record<string, unknown> }));

interface Sending {
  type?: string;
  deliveryId?: string;
  proven?: boolean;
}

function send(
  kind: AnySourceAdapter,
  from: TestSource,
  body: unknown,
  { type, deliveryId = "d1", proven = true }: Sending = {},
) {
  const rawBody = bytesOf(body);
  const now = deployment.clock.now;
  const proof = proven ? kind.prove?.({ rawBody, settings: kind.sampleSettings, now, deliveryId }) : {};
  const usual = { "content-type": "application/json", ...kind.sample(now).headers };
  const headers = new Headers({ ...usual, ...proof, ...(type === undefined ? {} : { "content-type": type }) });
  return acceptDelivery(deployment.ctx(), { token: from.token, headers, body: ok(rawBody) });
}

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const crowded = () => `{${Array.from({ length: 5001 }, (_, at) => `"k${at}":1`).join()}}`;

describe.each(provable.map((each) => [each.kind, each] as const))("%s", (_, kind) => {
  test("its sample is in, the same again changes nothing more, and no alert is doubled", async () => {
    const from = await make(kind);
    const { payload, signals } = kind.sample(deployment.clock.now);
    const first = await send(kind, from, payload);
    expect(first).toMatchObject({ ok: true, value: { duplicate: false } });
    const again = await send(kind, from, payload);
    expect(again.ok && again.value.alerts.map(({ id }) => id)).toEqual(
      first.ok && first.value.alerts.map(({ id }) => id),
    );
    const { alerts } = await rowsOf(deployment.ctx(), from);
    const keys = signals.filter((each): each is AlertSignal => each.kind === "alert").map(({ key }) => key);
    expect(alerts.map(({ key }) => key).sort()).toEqual([...new Set(keys)].sort());
  });

  test.each([
    ["broken", '{"a":', "bad_json"],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "bad_json"],
    ["33 levels", nested(33), "too_complex"],
    ["5,001 keys", crowded(), "too_complex"],
  ])("a body that is %s is refused with what is wrong, and none of it is kept", async (_what, body, code) => {
    const from = await make(kind);
    const answer = await send(kind, from, body);
    expect(answer).toMatchObject({ failure: { name: "malformed", code } });
    const { deliveries } = await rowsOf(deployment.ctx(), from);
    expect(deliveries).toMatchObject([{ outcome: "refused", body: "" }]);
  });

  test("an empty object, a list and a text end in an answer, never in an error", async () => {
    const from = await make(kind);
    for (const [at, body] of ["{}", "[]", '"text"', "null", "7", ""].entries()) {
      const answer = await send(kind, from, body, { deliveryId: `d${at}` });
      if (!answer.ok) expect(["invalid", "malformed"]).toContain(answer.failure.name);
    }
  });

  test("keys of a prototype are plain data", async () => {
    const from = await make(kind);
    const text = JSON.stringify(kind.sample(deployment.clock.now).payload);
    const answer = await send(kind, from, text.replace("{", '{"__proto__":{"polluted":1},"constructor":{"x":1},'));
    expect(answer.ok).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("another type is refused with those that are accepted", async () => {
    const from = await make(kind);
    const answer = await send(kind, from, kind.sample(deployment.clock.now).payload, { type: "image/png" });
    expect(answer).toMatchObject({ failure: { name: "unsupported", accepted: [...kind.contentTypes] } });
  });

  test("without a proof, where one is asked for, nobody gets in and nothing is kept", async () => {
    const from = await make(kind);
    const { payload } = kind.sample(deployment.clock.now);
    const needed = Object.keys(
      kind.prove?.({ rawBody: bytesOf(payload), settings: kind.sampleSettings, now: 0, deliveryId: "d" }) ?? {},
    );
    const answer = await send(kind, from, payload, { proven: false });
    if (needed.length === 0) expect(answer.ok).toBe(true);
    else expect(answer).toEqual({ ok: false, failure: { name: "unauthenticated", code: "bad_signature" } });
    const { deliveries } = await rowsOf(deployment.ctx(), from);
    expect(deliveries.map(({ body }) => body === "")).toEqual([needed.length > 0]);
  });
});

test("a storm of all kinds at once on one page: each alert is in once, however often it was sent", async () => {
  const made = await Promise.all(provable.map(async (kind) => ({ kind, from: await make(kind) })));
  const pageId = made[0]?.from.pageId ?? "";
  const { d1 } = deployment.ctx();
  for (const { from } of made) {
    await d1.prepare("UPDATE source SET page_id = ?1 WHERE id = ?2").bind(pageId, from.id).run();
  }
  const samples = made.map((each) => ({ ...each, sample: each.kind.sample(deployment.clock.now) }));
  const sent = [1, 2, 3, 4].flatMap((time) =>
    samples.map(({ kind, from, sample }) => send(kind, from, sample.payload, { deliveryId: `${kind.kind}-${time}` })),
  );
  const answers = await Promise.all(sent);
  expect(answers.filter((each) => !each.ok)).toEqual([]);
  for (const { from, sample } of samples) {
    const keys = sample.signals.flatMap((each) => (each.kind === "alert" ? [each.key] : []));
    const { alerts } = await rowsOf(deployment.ctx(), { ...from, pageId });
    expect(alerts.map(({ key, state }) => [key, state]).sort()).toEqual(
      [...new Set(keys)].map((key) => [key, "firing"]).sort(),
    );
  }
});
