import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { setComponentStatus } from "~/components/set-status";
import { endManualStatuses } from "~/maintenances/engine/end-manual";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner } from "../support/every-fault";
import { aPage, arrange, type TestPage } from "../support/scenario";
import { fires, overtaken, packedDay, recovers, timelineFaults } from "../support/timeline";
import { unitDue } from "../support/unit-due";

/** What happens while a day is closed, and what clocks say that are wrong. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 20, 12);
const midnight = noon + 12 * hour;

let pages = 0;

function anyPage(): Promise<TestPage> {
  deployment.clock.now = noon - hour;
  pages += 1;
  return arrange(deployment, aPage({ slug: `midnight-${pages}`, mode: "none", components: 1 }));
}

/** Its alert fires or is over by the clock of then, and is settled at once. */
async function heard(page: TestPage, state: "firing" | "resolved", at: number): Promise<void> {
  deployment.clock.now = at;
  await (state === "firing" ? fires : recovers)(deployment, page, at);
  await settlePage(deployment.ctx(), page.id);
}

const close = (page: TestPage) => closePageDays(deployment.ctx(), [unitDue("day", page.id)]);
const major = async (page: TestPage) =>
  ((await packedDay(deployment, page.components[0] as string, "11-20"))[0] ?? 0) / minute;

test("an outage around midnight is in its packed day, whoever is held while the other writes", async () => {
  for (const held of ["the settling", "the closing"] as const) {
    const page = await anyPage();
    deployment.clock.now = midnight + minute;
    await fires(deployment, page, midnight - 8 * minute);
    const settling = (ctx = deployment.ctx()) => settlePage(ctx, page.id);
    const closing = (ctx = deployment.ctx()) => closePageDays(ctx, [unitDue("day", page.id)]);
    const [first, second] = held === "the settling" ? [settling, closing] : [closing, settling];
    const database = overtaken(deployment.bindings.DB, () => second());
    await first(deployment.ctx(undefined, { database }));
    expect(await major(page), held).toBe(8);
    await heard(page, "resolved", midnight + 2 * minute);
    expect(await major(page), held).toBe(8);
    expect(await timelineFaults(deployment, page.id), held).toEqual([]);
  }
});

test("a status of a person that ends before midnight and is noticed after it is packed", async () => {
  const page = await anyPage();
  const owner = () => asOwner(deployment.ctx(), page);
  const [id = ""] = page.components;
  const until = midnight - 30 * minute;
  await good(setComponentStatus(owner(), { pageId: page.id, id, status: "major_outage", until }));
  deployment.clock.now = midnight + minute;
  await close(page);

  await endManualStatuses(deployment.ctx(), [unitDue("manual", page.id)]);
  expect(await major(page)).toBe((until - (noon - hour)) / minute);
  expect(await timelineFaults(deployment, page.id)).toEqual([]);
});

test("a clock ahead by an hour during a flap takes nothing from the outage that follows", async () => {
  const page = await anyPage();
  await heard(page, "firing", noon + hour);
  await heard(page, "resolved", noon + hour + 3 * minute);
  await heard(page, "firing", noon + 5 * minute);
  deployment.clock.now = midnight + minute;
  await close(page);
  expect(await major(page)).toBe(715);
  expect(await timelineFaults(deployment, page.id)).toEqual([]);
});

test("what is written by a clock that is behind or ahead by an hour or a day is read once", async () => {
  for (const off of [-24 * hour, -hour, hour, 24 * hour]) {
    const page = await anyPage();
    const owner = () => asOwner(deployment.ctx(), page);
    const [id = ""] = page.components;
    await heard(page, "firing", noon);
    deployment.clock.now = noon + 10 * minute + off;
    await good(setComponentStatus(owner(), { pageId: page.id, id, status: "partial_outage" }));
    await heard(page, "resolved", noon + 20 * minute);
    await good(setComponentStatus(owner(), { pageId: page.id, id, status: "operational" }));
    expect(await timelineFaults(deployment, page.id), `${off / hour} h`).toEqual([]);
    deployment.clock.now = midnight + minute;
    await close(page);
    expect(await timelineFaults(deployment, page.id), `${off / hour} h, closed`).toEqual([]);
    expect(await major(page), `${off / hour} h`).toBe(20);
    await heard(page, "firing", midnight + 2 * minute);
    expect(await timelineFaults(deployment, page.id), `${off / hour} h, the next day`).toEqual([]);
  }
});
