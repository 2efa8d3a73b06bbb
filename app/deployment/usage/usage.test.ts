import { expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { createHeartbeat } from "~/heartbeats/create";
import { good } from "../../../tests/support/desk";
import { deskOfFile } from "../../../tests/support/of-file";
import { readUsage } from "./read";

const desk = deskOfFile();

async function minutes(count: number): Promise<number> {
  let statements = 0;
  for (let done = 0; done < count; done++) {
    desk.deployment.clock.now += 60_000;
    const ctx = desk.deployment.ctx();
    await handleCronTick(ctx, desk.deployment.clock.now);
    statements = ctx.meter.statements;
  }
  return statements;
}

const usage = () => good(readUsage(desk.as("admin"), { pageId: desk.pageId }));

test("what ticks cost is added to their day with the stamp, at no statement of its own; the ninth day falls off", async () => {
  // The clock runs until the next stamping minute, the third of every ten.
  await minutes(23);
  const [first] = (await usage()).measured;
  expect(first).toMatchObject({ day: "2026-11-20", ticks: 22 });
  expect(first?.read).toBeGreaterThan(100);
  expect(first?.readPerDay).toBe(Math.round(((first?.read ?? 0) / 22) * 1440));
  const ctx = desk.deployment.ctx();
  await handleCronTick(ctx, desk.deployment.clock.now);
  expect((await usage()).measured[0]).toEqual(first);
  for (let day = 0; day < 10; day++) {
    desk.deployment.clock.now += 24 * 3600_000;
    await minutes(11);
  }
  const days = (await usage()).measured;
  expect(days).toHaveLength(8);
  expect(days.every(({ ticks }) => ticks > 0)).toBe(true);
});

test("what is set up is foreseen: pings by period and by cron, subscribers, pages; for admins alone", async () => {
  const make = (name: string, schedule: object) =>
    good(createHeartbeat(desk.as("admin"), { pageId: desk.pageId, name, ...schedule } as never));
  await make("Each hour", { schedule: { kind: "simple", periodSeconds: 3600 } });
  desk.deployment.clock.now += 1000;
  await make("At night", { schedule: { kind: "cron", expression: "30 2 * * *", timeZone: "Etc/UTC" } });
  const { setUp, foreseen, limits, viewsLeft } = await usage();
  expect(setUp).toMatchObject({ pages: 1, monitors: 0, subscribers: 0, pingsPerDay: 25 });
  expect(foreseen.requests).toBe(1440 + 25);
  expect([limits.requests, viewsLeft]).toEqual([100_000, 98_535]);
  expect((await readUsage(desk.as("responder"), { pageId: desk.pageId })).ok).toBe(false);
});
