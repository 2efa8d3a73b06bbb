import { describe, expect, test } from "vitest";
import { cancelNotice, resendNotice } from "~/outbox/verbs";
import { good } from "../../../tests/support/desk";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { execute, noticesOf, open, subscribersOf, toldForEach } from "../../../tests/support/told";

const { told, later, outcomes } = toldForEach();

const minute = 60_000;

describe("what fails", () => {
  test("for now is tried again by itself, at the waits of the spec", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 60));
    told.smtp.refuse((to) => (to === addressOf(7) ? { code: 451, text: "mailbox busy" } : null));
    await open(told);
    await told.sendAll();
    const [first] = await noticesOf(told);
    expect(first).toMatchObject({ outcome: null, round: 1, sent: 59, failed: 1 });
    expect((first?.dueAt ?? 0) - told.deployment.clock.now).toBeGreaterThanOrEqual(5000);
    later(6000);
    await told.sendAll();
    expect((await noticesOf(told))[0]).toMatchObject({ round: 2, failed: 1 });
    told.smtp.refuse(() => null);
    later(6 * minute);
    await told.sendAll();
    expect((await noticesOf(told))[0]).toMatchObject({ outcome: "sent", recipients: 60, sent: 60, failed: 0 });
    expect(told.received().get(addressOf(7))).toBe(1);
  });

  test("for good puts the subscriber into quarantine at once, with the reason", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    told.smtp.refuse((to) => (to === addressOf(1) ? { code: 550, text: "no such mailbox" } : null));
    await open(told);
    await told.sendAll();
    expect(await noticesOf(told)).toMatchObject([{ outcome: "sent", sent: 1, failed: 1 }]);
    const bounced = (await subscribersOf(told)).find(({ address }) => address === addressOf(1));
    expect(bounced).toMatchObject({ state: "quarantined" });
    expect(bounced?.quarantineReason).toContain("no such mailbox");
  });

  test("ten times in a row over two notices quarantines; one mail that arrives begins again", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    await execute(told, "UPDATE subscriber SET failures = 4, failing_since = 1, failing_notice_id = 'old'");
    told.smtp.refuse((to) => (to === addressOf(1) ? { code: 451, text: "later" } : null));
    await open(told);
    for (let round = 0; round < 12; round++) {
      await told.sendAll();
      later(25 * 60 * minute);
    }
    const [well, ill] = await subscribersOf(told);
    expect(well).toMatchObject({ state: "active", failures: 0, failingSince: null });
    expect(ill?.failures).toBeGreaterThan(4);
    expect(await noticesOf(told)).toMatchObject([{ outcome: "dead", sent: 1, failed: 1 }]);
    await execute(told, "UPDATE subscriber SET failures = 9 WHERE id = ?1", ill?.id);
    await open(told, { title: "Again" });
    for (let round = 0; round < 12; round++) {
      await told.sendAll();
      later(25 * 60 * minute);
    }
    expect((await subscribersOf(told))[1]).toMatchObject({ state: "quarantined" });
  });

  test("a dead letter can be sent again, to those who failed", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    told.smtp.refuse((to) => (to === addressOf(1) ? { code: 451, text: "later" } : null));
    await open(told);
    for (let round = 0; round < 12; round++) {
      await told.sendAll();
      later(25 * 60 * minute);
    }
    told.smtp.refuse(() => null);
    const [dead] = await noticesOf(told);
    expect(dead?.outcome).toBe("dead");
    const given = { pageId: told.pageId, id: dead?.id ?? "" };
    await good(resendNotice(told.as("responder"), given));
    await told.deployment.settled();
    await told.sendAll();
    expect(Object.fromEntries(told.received())).toEqual({ [addressOf(0)]: 1, [addressOf(1)]: 1 });
    expect(await noticesOf(told)).toMatchObject([{ outcome: "sent", sent: 2, failed: 0 }]);
    expect(await resendNotice(told.as("responder"), given)).toMatchObject({ ok: false, failure: { code: "not_over" } });
  });

  test("a person stops what still waits; viewers do not", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    const given = { pageId: told.pageId, id: (await noticesOf(told))[0]?.id ?? "" };
    expect((await cancelNotice(told.as("viewer"), given)).ok).toBe(false);
    await good(cancelNotice(told.as("responder"), given));
    await told.sendAll();
    expect(told.smtp.mails).toHaveLength(0);
    expect(await outcomes()).toEqual(["cancelled"]);
    expect(await cancelNotice(told.as("responder"), given)).toMatchObject({ ok: false, failure: { code: "over" } });
  });
});
