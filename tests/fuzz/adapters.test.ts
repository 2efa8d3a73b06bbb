import { afterAll, expect, test } from "vitest";
import { limitDeliveryReading } from "~/alerts/rules/signal-limits";
import { maskSecretSettings, mergeAdapterSettings, type SettableAdapter } from "~/change/adapter-settings/settings";
import type { SubscriberMessage, TeamMessage } from "~/channels/contract/messages";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { englishText } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { jsonMismatchRefusal, jsonPathRefusal } from "~/monitors/contract/http/json-path";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import { attacksSaid } from "../support/attacks-said";
import { cpuClock } from "../support/cpu-work";
import { printTable } from "../support/measured";
import { Chance, cases, full, usualShare } from "./chance";

/** An adapter is tried by standing in its registry; nothing here names one. */
const now = Date.UTC(2026, 10, 20, 12);
const kinds = [...sourceAdapters, ...monitorKinds, ...channelAdapters, ...mailerAdapters];
const perKind = Math.ceil(cases(300) / kinds.length);

let tried = 0;
afterAll(() => {
  const row = ["adapters: settings, bodies, answers, messages, JSON paths", tried];
  printTable("fuzz", { head: ["what", "cases"], rows: [row] });
});

/** Each case with its number, so that what fails can be done again alone. */
function trying(name: string, count: number, act: (chance: Chance) => unknown): void {
  const chance = new Chance(name);
  for (let index = 0; index < count; index++) {
    tried += 1;
    const worked = cpuClock();
    try {
      act(chance);
    } catch (error) {
      throw new Error(`${name}, case ${index}: ${(error as Error).stack}`);
    }
    expect(worked(), `${name}, case ${index} takes long`).toBeLessThan(1000);
  }
}

/** The same where trying waits. */
async function tryingAsync(name: string, count: number, act: (chance: Chance) => Promise<unknown>): Promise<void> {
  const chance = new Chance(name);
  for (let index = 0; index < count; index++) {
    tried += 1;
    const worked = cpuClock();
    await act(chance).catch((error) => {
      throw new Error(`${name}, case ${index}: ${(error as Error).stack}`);
    });
    expect(worked(), `${name}, case ${index} takes long`).toBeLessThan(1000);
  }
}

type WithSamples = SettableAdapter & { kind: string; sampleSettings: unknown };

test.each(kinds.map((each) => [each.kind, each as WithSamples] as const))(
  "%s: whatever its settings",
  (kind, adapter) => {
    const sample = adapter.sampleSettings as Record<string, unknown>;
    trying(`settings of ${kind}`, perKind, (chance) => {
      const given = chance.spoilt(sample);
      adapter.settings.safeParse(chance.often(0.2) ? chance.json() : given);
      if (typeof given !== "object" || given === null || Array.isArray(given)) return;
      const merged = mergeAdapterSettings(adapter, chance.often(0.5) ? sample : {}, given as Record<string, unknown>);
      if (merged.ok) maskSecretSettings(adapter, merged.value);
    });
  },
);

const perSource = Math.ceil(cases(220) / sourceAdapters.length);

test.each(sourceAdapters.map((each) => [each.kind, each] as const))("%s: whatever it is sent", (kind, source) => {
  const sample = source.sample(now);
  return tryingAsync(`body of ${kind}`, perSource, async (chance) => {
    const sent = chance.often(0.3) ? chance.json(5) : chance.spoilt(sample.payload);
    const headers = new Headers({ "content-type": "application/json", ...sample.headers });
    for (const name of ["authorization", "webhook-id", "webhook-signature", "webhook-timestamp"])
      headers.set(name, chance.headerText());
    const rawBody = new TextEncoder().encode(JSON.stringify(sent));
    const query = new URLSearchParams({ [chance.text().slice(0, 20)]: chance.text().slice(0, 100) });
    const raw = { method: "POST", path: "/ingest/x", query, headers, rawBody };
    const settings = source.sampleSettings;
    await source.authenticate({ ...raw, settings, now, fetched: null });
    source.needs({ ...raw, settings, now, fetched: null }, chance.often(0.5));
    const decoded = await source.decode(raw);
    if (!decoded.ok) return;
    const message = { now, payload: decoded.value, headers, query };
    source.deliveryId(message);
    expect(limitDeliveryReading(source.read(message, settings)).signals.length).toBeLessThanOrEqual(10_000);
  });
});

const perMonitor = Math.ceil(cases(60) / monitorKinds.length);

test.each(monitorKinds.map((each) => [each.kind, each] as const))("%s: whatever comes back", async (kind, monitor) => {
  const chance = new Chance(`answer to ${kind}`);
  for (let index = 0; index < perMonitor; index++) {
    const parsed = monitor.settings.safeParse(chance.spoilt(monitor.sampleSettings));
    const settings = parsed.success ? parsed.data : monitor.settings.parse(monitor.sampleSettings);
    monitor.target(settings);
    monitor.addresses(settings);
    const text = chance.often(0.5) ? JSON.stringify(chance.json(6)) : chance.text().repeat(chance.below(50));
    const headers = new Headers({ "content-type": chance.headerText(), location: chance.headerText() });
    const answer = {
      ok: true as const,
      status: 200 + chance.below(400),
      headers,
      text,
      truncated: chance.often(0.2),
      milliseconds: 1,
    };
    const failure = {
      ok: false as const,
      reason: "unreachable" as const,
      code: "unreachable",
      detail: englishText(chance.text()),
      milliseconds: 1,
    };
    const outbound = { fetch: async () => answer, connect: async () => failure, upgrade: async () => answer };
    const finding = await monitor.check({ settings, outbound, timeout: 50, now: () => 0 });
    expect(refusalText(finding.detail, "en").length, `case ${index}`).toBeLessThanOrEqual(200);
  }
});

const perChannel = Math.ceil(cases(60) / channelAdapters.length);

test.each(channelAdapters.map((each) => [each.kind, each] as const))("%s: whatever is told", (kind, channel) => {
  trying(`message by ${kind}`, perChannel, (chance) => {
    const link = () => ({ text: chance.text(), url: chance.text() });
    const common = {
      ...{ id: "01m7whg9p0ynbb9eptfm51b8bb", at: now, title: chance.text(), text: chance.text(), link: link() },
      ...{ page: { id: "", name: chance.text(), url: chance.text() }, thread: { id: chance.text(), open: false } },
    };
    const facts = [{ name: chance.text(), value: chance.text() }];
    const told = { settings: channel.sampleSettings, state: chance.text(), now };
    const team = {
      ...common,
      event: "test",
      severity: null,
      impact: null,
      impactNow: null,
      alarm: true,
      facts,
    } as TeamMessage;
    const word = { key: chance.text(), text: chance.text() };
    const ofSubscriber = { language: "en", status: word, impact: word, impactNow: word, window: null, manage: link() };
    const components = [{ id: "", name: chance.text(), status: word }];
    const subscriber = { ...common, ...ofSubscriber, event: "proof", components } as SubscriberMessage;
    for (const call of [
      ...(channel.team?.({ ...told, message: team }) ?? []),
      ...(channel.subscriber?.({ ...told, message: subscriber }) ?? []),
    ]) {
      new Headers(call.headers);
      expect((call.body ?? "").length).toBeLessThan(100_000);
    }
    channel.read({
      status: chance.below(600),
      headers: new Headers({ "retry-after": chance.headerText() }),
      text: chance.text(),
    });
  });
});

test("a JSON path, whatever it is and whatever it looks at", () => {
  trying("json path", cases(80), (chance) => {
    const steps = [
      "$",
      "..",
      ".a",
      "[0]",
      "[*]",
      ".*",
      "[?@.a==1]",
      "[?@>$]",
      "[::-1]",
      "['b']",
      "[?length(@)>1]",
      chance.text(),
    ];
    const path = Array.from({ length: 1 + chance.below(6) }, () => chance.one(steps)).join("");
    jsonPathRefusal(path);
    jsonMismatchRefusal(JSON.stringify(chance.json(6)), path, chance.often(0.5) ? chance.text() : undefined);
  });
});

test("docs/security.md says how many cases there are", () => {
  expect(attacksSaid("tests/fuzz/adapters.test.ts")).toContain(`${full.toLocaleString("en")} with `);
  expect([attacksSaid("tests/fuzz/requests.test.ts").includes("a quarter of the requests"), usualShare]).toEqual([
    true,
    0.25,
  ]);
});
