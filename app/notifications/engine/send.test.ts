import { describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { handleSenderMessage } from "~/clock/wake";
import { EdgeQueue } from "../../../tests/support/platform/edge-queue";
import { addressOf, arrange, someSubscribers } from "../../../tests/support/scenario";
import { startSmtp } from "../../../tests/support/smtp";
import { batchesOf, execute, noticesOf, open, openTold, toldForEach, update } from "../../../tests/support/told";
import { runSender, wakeSender } from "./wake";

const { told, later, outcomes } = toldForEach();

const minute = 60_000;

/** Sets the plan in a new object, because settings are cached for each set of bindings. */
function onPlan(plan: "free" | "paid"): void {
  told.deployment.bindings = { ...told.deployment.bindings, UPFRONT_PLAN: plan };
}

describe("one update", () => {
  const plans = [
    { plan: "free", sizes: [20, 20, 20, 20, 20, 20] },
    { plan: "paid", sizes: [50, 50, 20] },
  ] as const;

  test.each(plans)("reaches everybody once, on $plan in batches of $sizes.0", async ({ plan, sizes }) => {
    onPlan(plan);
    await arrange(told.deployment, someSubscribers(told.pageId, 120));
    await open(told);
    await told.sendAll();
    expect(told.received().size).toBe(120);
    expect([...told.received().values()].every((count) => count === 1)).toBe(true);
    const [notice] = await noticesOf(told);
    expect(notice).toMatchObject({ outcome: "sent", recipients: 120, sent: 120, failed: 0, dueAt: null });
    const batches = await batchesOf(told, notice?.id ?? "");
    expect(batches.map(({ recipients }) => recipients.length)).toEqual(sizes);
    expect(batches.every(({ doneAt }) => doneAt !== null)).toBe(true);
  });

  test("takes at most 20 mails of an invocation on Free, whatever round it is in", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 70));
    await open(told);
    const sent: number[] = [];
    for (let left = true; left; ) {
      const ctx = told.deployment.ctx();
      const before = told.smtp.mails.length;
      left = await runSender({ ...ctx, bindings: { ...ctx.bindings, WAKE: undefined } });
      sent.push(told.smtp.mails.length - before);
      expect(ctx.meter.mails).toBe(sent.at(-1));
    }
    expect(sent.filter(Boolean)).toEqual([20, 20, 20, 10]);
  });

  test("reaches nobody on a page without subscribers, and is over", async () => {
    await open(told);
    await told.sendAll();
    expect(await outcomes()).toEqual(["nobody"]);
  });

  test("carries a Message-ID of notice, recipient and words", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    await told.sendAll();
    const [notice] = await noticesOf(told);
    expect(told.smtp.mails[0]?.messageId).toMatch(new RegExp(`^<${notice?.id}\\.sub000000\\.[0-9a-f]{12}@localhost>$`));
  });

  test("is not for who confirmed later, left, waits to confirm, or asked for another component", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { state: "pending", confirmedAt: null }, 1));
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { state: "unsubscribed" }, 2));
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 1, { scope: "components", componentIds: [told.components[1]] }, 3),
    );
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 1, { scope: "components", componentIds: [told.components[0]] }, 4),
    );
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 1, { confirmedAt: told.deployment.clock.now + minute }, 5),
    );
    await open(told);
    await told.sendAll();
    expect([...told.received().keys()].sort()).toEqual([addressOf(0), addressOf(4)]);
  });

  test("who asked for this incident and for the page is told once", async () => {
    const id = await open(told);
    const single = { scope: "incident" as const, incidentId: id };
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { address: "twice@example.com" }));
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { ...single, address: "twice@example.com" }, 1));
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { ...single, address: "once@example.com" }, 2));
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 1, { ...single, incidentId: "another", address: "other@example.com" }, 3),
    );
    await update(told, id, "Found it.");
    later(5 * minute);
    await told.sendAll();
    expect(Object.fromEntries(told.received())).toEqual({ "twice@example.com": 1, "once@example.com": 1 });
  });

  test("who left between expansion and sending gets no mail", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    await execute(told, "UPDATE subscriber SET confirmed_at = 0");
    told.smtp.refuse((to) => (to === addressOf(0) ? { code: 451, text: "later" } : null));
    await told.sendAll();
    await execute(told, "UPDATE subscriber SET state = 'unsubscribed'");
    told.smtp.refuse(() => null);
    later(minute);
    await told.sendAll();
    expect(told.smtp.mails).toHaveLength(0);
    expect(await noticesOf(told)).toMatchObject([{ outcome: "nobody", sent: 0, failed: 0 }]);
  });
});

describe("order and digest", () => {
  test("updates within five minutes leave as one mail, with the first at once", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    const id = await open(told);
    await told.sendAll();
    await update(told, id, "Found it.");
    await told.sendAll();
    await update(told, id, "Mended.", "resolved");
    await told.sendAll();
    expect(told.smtp.mails).toHaveLength(2);
    later(5 * minute);
    await told.sendAll();
    expect(told.smtp.mails).toHaveLength(4);
    expect(await outcomes()).toEqual(["sent", "digested", "sent"]);
    const last = told.smtp.mails.at(-1);
    for (const words of ["Found it.", "Mended."]) expect(last?.text).toContain(words);
  });

  test("the retries of an earlier update end when a later one leaves", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 2));
    const id = await open(told);
    told.smtp.refuse((to) => (to === addressOf(1) ? { code: 451, text: "later" } : null));
    await told.sendAll();
    expect(await outcomes()).toEqual([null]);
    told.smtp.refuse(() => null);
    await update(told, id, "Found it.");
    later(6 * minute);
    await told.sendAll();
    expect(await outcomes()).toEqual(["superseded", "sent"]);
    expect(told.received().get(addressOf(1))).toBe(1);
    expect(told.smtp.mails.at(-1)?.text).toContain("We look into it.");
  });

  test("after six hours without a sender, one subject is one mail and old news is none", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    const id = await open(told);
    await update(told, id, "Found it.");
    await update(told, id, "Mended.", "resolved");
    later(6 * 60 * minute);
    await told.sendAll();
    expect(told.smtp.mails).toHaveLength(1);
    later(48 * 60 * minute);
    await told.sendAll();
    expect(told.smtp.mails).toHaveLength(1);
  });

  test("what is past its use is not sent", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    later(48 * 60 * minute);
    await told.sendAll();
    expect(await outcomes()).toEqual(["expired"]);
    expect(told.smtp.mails).toHaveLength(0);
  });
});

describe("senders", () => {
  test("four at once tell everybody once", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 230));
    await open(told);
    for (let round = 0; round < 6; round++) await Promise.all([told.send(), told.send(), told.send(), told.send()]);
    later(61_000);
    await told.sendAll();
    expect(told.received().size).toBe(230);
    expect([...told.received().values()].every((count) => count === 1)).toBe(true);
    expect(await noticesOf(told)).toMatchObject([{ outcome: "sent", recipients: 230, sent: 230 }]);
  });

  test("one whose lease is another's by now stops at the next mark", async () => {
    onPlan("paid");
    await arrange(told.deployment, someSubscribers(told.pageId, 50));
    await open(told);
    let seen = 0;
    told.smtp.refuse(() => {
      seen += 1;
      if (seen === 5) void execute(told, "UPDATE batch SET lease_token = 'another'");
      return null;
    });
    await told.sendAll();
    expect(told.smtp.mails.length).toBeLessThanOrEqual(20);
    later(61_000);
    await told.sendAll();
    expect(told.received().size).toBe(50);
  });

  test("what a killed one left is found when its lease has ended", async () => {
    onPlan("paid");
    await arrange(told.deployment, someSubscribers(told.pageId, 50));
    await open(told);
    await execute(
      told,
      "CREATE TRIGGER killed BEFORE UPDATE ON batch WHEN NEW.done > 1048576 BEGIN SELECT RAISE(ABORT, 'killed'); END",
    );
    await told.send();
    await execute(told, "DROP TRIGGER killed");
    await told.sendAll();
    const before = told.smtp.mails.length;
    expect(before).toBeLessThan(50);
    later(61_000);
    await told.sendAll();
    expect(told.received().size).toBe(50);
    expect(told.smtp.mails.length - 50).toBeLessThanOrEqual(10);
  });
});

describe("the queue", () => {
  const bound = () => {
    const queue = new EdgeQueue();
    told.deployment.bindings = { ...told.deployment.bindings, WAKE: queue as never };
    queue.consume(() => handleSenderMessage(told.deployment.ctx()));
    return queue;
  };

  test("hands every message over twice at once, newest first: everybody is told once", async () => {
    const queue = bound();
    await arrange(told.deployment, someSubscribers(told.pageId, 70));
    await open(told);
    wakeSender(told.deployment.ctx());
    await told.deployment.settled();
    for (let turn = 0; turn < 20 && queue.waiting > 0; turn++) {
      await queue.deliver(2);
      await told.deployment.settled();
    }
    later(61_000);
    await told.sendAll();
    expect(told.received().size).toBe(70);
    expect([...told.received().values()].every((count) => count === 1)).toBe(true);
  });

  test("loses a message: the next minute's tick makes up for it", async () => {
    const queue = bound();
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    await open(told);
    wakeSender(told.deployment.ctx());
    await told.deployment.settled();
    await queue.deliver(0);
    expect(told.smtp.mails).toHaveLength(0);
    later(minute);
    await handleCronTick(told.deployment.ctx(), told.deployment.clock.now);
    await told.deployment.settled();
    await queue.deliver();
    expect(told.received().size).toBe(1);
  });
});

describe("mailers", () => {
  test("one that is away is nobody's failure: everything waits, and leaves when it is back", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 60));
    await open(told);
    const port = told.smtp.port;
    await told.smtp.close();
    await told.sendAll();
    expect(await noticesOf(told)).toMatchObject([{ outcome: null, round: 0, failed: 0 }]);
    for (let minutes = 0; minutes < 12; minutes++) {
      later(minute);
      await told.sendAll();
    }
    const failed = (await noticesOf(told)).filter(({ kind }) => kind === "mail_failed");
    expect(failed).toHaveLength(1);
    const back = await startSmtp({ port });
    later(6 * minute);
    await told.sendAll();
    expect(back.mails).toHaveLength(60);
    expect(new Set(back.mails.map(({ recipient }) => recipient)).size).toBe(60);
    await back.close();
  });

  test("where none is set nothing is lost, and nothing is written in vain", async () => {
    const none = await openTold({ mailer: false });
    await arrange(none.deployment, someSubscribers(none.pageId, 3));
    await open(none);
    const ctx = none.deployment.ctx();
    await none.sendAll();
    expect(ctx.meter.written).toBe(0);
    expect(await noticesOf(none)).toMatchObject([{ outcome: null, expandedAt: null }]);
    none.deployment.clock.now += 48 * 60 * minute;
    await none.sendAll();
    expect(await noticesOf(none)).toMatchObject([{ outcome: "expired" }]);
    await none.close();
  });
});
