import { expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { LostRaceError, translateDatabaseError } from "~/platform/trouble";
import { noon } from "../../../tests/support/database";
import { rowsOf } from "../../../tests/support/ingest";
import { deploymentOfFile } from "../../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../../tests/support/scenario";
import { makeDeliveryDecider } from "../rules/delivery";
import type { AlertWrites } from "../rules/delivery-entry";
import { makeAlertSignal } from "../rules/signal";
import { readAcceptDeliveryFacts } from "./accept-facts";
import { guardAlertsUnchangedStatements, writeAlertsStatements } from "./alert-rows";

/** Two isolates at once: one takes a delivery that came just now, an inbox one that came before it. */
const deployment = deploymentOfFile();
const minute = 60_000;

interface Sent {
  at: number;
  status: "firing" | "resolved";
  isLate?: boolean;
}

async function decided(from: TestSource, { at, status, isLate = false }: Sent): Promise<AlertWrites> {
  const id = `${from.id}.a`;
  const { alerts, olderEpisodes } = await readAcceptDeliveryFacts(deployment.ctx(), {
    pageId: from.pageId,
    sourceIds: [from.id],
    deliveries: [],
    alertIds: [id],
    starts: [],
    closedGroups: [],
  });
  const decider = makeDeliveryDecider({ now: isLate ? noon + 10 * minute : at, alerts, olderEpisodes, idOf: () => id });
  const said = makeAlertSignal({ key: "a", status, title: "one" });
  decider.keep(decider.step([said], "arrival", isLate ? { at, isReplay: true } : null));
  return decider.writes();
}

/** Writes it, and decides it again as long as something that it was decided on has turned. */
async function written(from: TestSource, sent: Sent, writes: AlertWrites): Promise<void> {
  const made = [{ sourceId: from.id, writes }];
  const statements = [...guardAlertsUnchangedStatements(made), ...writeAlertsStatements(from.pageId, made)];
  if (statements.length === 0) return;
  try {
    await runBatch(deployment.ctx(), statements);
  } catch (error) {
    expect(translateDatabaseError(error)).toBeInstanceOf(LostRaceError);
    await written(from, sent, await decided(from, sent));
  }
}

const late: Sent = { at: noon + 2 * minute, status: "firing", isLate: true };
const present: Sent = { at: noon + 4 * minute, status: "resolved" };

test.each([
  { known: "resolved", came: "firing", comes: "resolved", first: "late" },
  { known: "resolved", came: "firing", comes: "resolved", first: "present" },
  { known: "firing", came: "resolved", comes: "firing", first: "late" },
  { known: "firing", came: "resolved", comes: "firing", first: "present" },
] as const)(
  "an alert is $known: of $came that came before and $comes that comes now, decided at once, the later stays ($first is written first)",
  async ({ known, came, comes, first }) => {
    const from = await arrange(deployment, aLoneSource());
    const before: Sent[] = [
      { at: noon - minute, status: "firing" },
      { at: noon, status: known },
    ];
    for (const each of before) await written(from, each, await decided(from, each));
    const both = [
      { ...late, status: came },
      { ...present, status: comes },
    ] as const;
    const made = [await decided(from, both[0]), await decided(from, both[1])] as const;
    for (const index of first === "late" ? ([0, 1] as const) : ([1, 0] as const))
      await written(from, both[index], made[index]);
    const { alerts } = await rowsOf(deployment.ctx(), from);
    expect(alerts).toMatchObject([{ state: comes, lastSeenAt: present.at }]);
  },
);
