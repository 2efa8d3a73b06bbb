import fc from "fast-check";
import { expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { muteNotifications } from "~/mutes/verbs";
import { type AlertStage, openAlertStage, type Reach } from "../support/alert-stage";
import { good } from "../support/desk";
import { execute } from "../support/told";
import { ToldLaw } from "../support/told-law";

/** The law of app/alerts/settling/rules/nothing-silent.test.ts by deliveries, ticks, a mail server, a channel and the page. */
const jobs = ["slow", "down", "wide", "odd"] as const;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("fire" as const),
      job: fc.constantFrom(...jobs),
      name: fc.constantFrom("Slow", "Down", "Gone"),
      severity: fc.constantFrom("warning", "critical", ""),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("recover" as const), nth: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pass" as const), minutes: fc.constantFrom(1, 2, 4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("open" as const), on: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("speak" as const, "resolve" as const, "mute" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const reaches: Reach[] = [
  { mail: true, channel: {} },
  { mail: true, channel: null },
  { mail: false, channel: {} },
  { mail: false, channel: { quietFrom: "11:00", quietUntil: "14:00" } },
  { mail: false, channel: null },
];

async function prepare(stage: AlertStage, mode: "draft" | "publish"): Promise<void> {
  const [a = "", b = "", c = ""] = stage.page.components;
  await stage.ruled("slow", [a], { mode, status: "degraded_performance", holdSeconds: 60 });
  await stage.ruled("down", [a, b], { mode: "publish", holdSeconds: 0 });
  await stage.ruled("wide", [b, c], { mode, status: "partial_outage" });
  await execute(stage.told, "DELETE FROM rule WHERE id = ?1", stage.page.ruleId);
}

const update = (status: "identified" | "resolved") => ({ body: "We have found it.", status });

async function act(stage: AlertStage, law: ToldLaw, each: Step, fired: Map<string, string>): Promise<void> {
  const { deployment } = stage.told;
  const { id: pageId, components } = stage.page;
  deployment.clock.now += 1000;
  if (each.kind === "fire") {
    const { job, name, severity } = each;
    const key = `${name}-${job}`;
    fired.set(key, name);
    await stage.fire(name, { job, key, ...(severity ? { severity } : {}) });
  } else if (each.kind === "recover") {
    const [key, name] = [...fired][each.nth] ?? [];
    if (key && name) await stage.recover(name, { key });
    fired.delete(key ?? "");
  } else if (each.kind === "open") {
    const named = { [components[each.on] ?? ""]: "degraded_performance" as const };
    await good(
      openIncident(stage.as("responder"), { pageId, title: "A little slow", body: "We look.", components: named }),
    );
  } else if (each.kind === "mute") {
    await good(muteNotifications(stage.as("responder"), { pageId, subject: { kind: "page", id: pageId }, minutes: 3 }));
  } else if (each.kind === "speak" || each.kind === "resolve") {
    const found = (await stage.open()).find(({ visibility }) => visibility === "published");
    if (!found) return;
    const said = update(each.kind === "resolve" ? "resolved" : "identified");
    if (each.kind === "resolve") await law.noteClosed([found.id]);
    await good(postIncidentUpdate(stage.as("responder"), { pageId, id: found.id, ...said }));
  }
}

async function lived(reach: Reach, mode: "draft" | "publish", steps: readonly Step[]): Promise<string[]> {
  const stage = await openAlertStage(3, reach);
  try {
    await prepare(stage, mode);
    const law = new ToldLaw(stage, reach);
    const fired = new Map<string, string>();
    for (const each of [...steps, { kind: "pass", minutes: 9 } as const]) {
      if (each.kind !== "pass") {
        await act(stage, law, each as Step, fired);
        // A delivery sends its message at once: the page is the same only now.
        await law.checkMessages();
      }
      for (let passed = 0; each.kind === "pass" && passed < each.minutes; passed++) {
        await stage.pass(1);
        await law.check();
      }
    }
    return law.complaints;
  } finally {
    await stage.close();
  }
}

test("each alert that fires is shown and told, or said not to be and why; no message contradicts the page", async () => {
  const modes = fc.constantFrom("draft" as const, "publish" as const);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reaches),
      modes,
      fc.array(step, { minLength: 3, maxLength: 10 }),
      async (reach, mode, steps) => {
        expect(await lived(reach, mode, steps)).toEqual([]);
      },
    ),
    { numRuns: 24, interruptAfterTimeLimit: 60_000 },
  );
}, 180_000);
