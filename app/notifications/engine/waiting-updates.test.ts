import { expect, test } from "vitest";
import { openDesk } from "../../../tests/support/desk";
import { arrange, someSubscribers } from "../../../tests/support/scenario";
import { noticesOf, open, type Told, toldForEach, update } from "../../../tests/support/told";

const { told } = toldForEach();

/**
 * Publishes an incident whose first email has left, with `count` updates that wait for the end of their five minutes.
 */
async function withWaitingUpdates(count: number): Promise<void> {
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  const id = await open(told);
  await told.sendAll();
  for (let n = 0; n < count; n++) await update(told, id, `Step ${n}.`);
}

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    told.deployment.clock.now += 60_000;
    await told.send();
  }
}

test("many waiting updates of one incident hold up no other mail", async () => {
  await withWaitingUpdates(25);
  await told.send();
  const other: Told = { ...told, ...(await openDesk(told.deployment, "other")) };
  await arrange(other.deployment, someSubscribers(other.pageId, 1, { address: "other@example.com" }, 1));
  await open(other, { title: "Payments are down" });
  await open(told, { title: "Another one of the same page" });
  await minutes(1);
  const subjects = told.smtp.mails.map(({ subject }) => subject);
  expect(told.received().get("other@example.com")).toBe(1);
  expect(subjects.some((subject) => subject?.includes("Another one"))).toBe(true);
});

test("they leave as one mail when their five minutes are over, and none is left", async () => {
  await withWaitingUpdates(25);
  await minutes(6);
  expect(told.smtp.mails).toHaveLength(2);
  const text = told.smtp.mails.at(-1)?.text ?? "";
  expect(Array.from({ length: 25 }, (_, n) => n).filter((n) => !text.includes(`Step ${n}.`))).toEqual([]);
  const outcomes = (await noticesOf(told)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["sent", ...Array.from({ length: 24 }, () => "digested"), "sent"]);
});

test("since when an update is due does not move while it waits", async () => {
  await withWaitingUpdates(2);
  const before = (await noticesOf(told)).map(({ dueAt }) => dueAt);
  await told.send();
  const after = await noticesOf(told);
  expect(after.map(({ dueAt }) => dueAt)).toEqual(before);
  const [, first, second] = after;
  expect(first?.notBefore).toBeGreaterThan(told.deployment.clock.now);
  expect(second?.notBefore).toBe(first?.notBefore);
});
