import { afterEach, expect, test } from "vitest";
import { arrange, someSubscribers } from "../../../../tests/support/scenario";
import { execute, open, openTold, type Told, update } from "../../../../tests/support/told";

let told: Told;
afterEach(() => told?.close());

test("through a real mail server: one thread, both bodies whole, a title with line breaks makes no header", async () => {
  told = await openTold();
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  const id = await open(told);
  const hostile = 'Störung 🔥 bei\r\nBcc: eve@example.com\r\n "Bezahlung"\u202E\u2066 – Käufe';
  await execute(told, "UPDATE incident SET title = ?1 WHERE id = ?2", hostile, id);
  await told.sendAll();
  told.deployment.clock.now += 6 * 60_000;
  await update(told, id, "Es war das **Kabel**: ärgerlich.");
  await told.sendAll();
  expect(told.smtp.mails).toHaveLength(2);
  const [one, other] = told.smtp.mails.map(({ headers }) => new Map(headers.map(({ key, value }) => [key, value])));
  const [first, second] = told.smtp.mails;
  expect(second?.subject).toBe('[Acme] Identified: Störung 🔥 bei Bcc: eve@example.com "Bezahlung" – Käufe');
  expect(other?.has("bcc")).toBe(false);
  expect(second?.recipient).toBe("s000000@example.com");
  expect(first?.subject).toMatch(/^\[Acme\] \w+: /);
  expect(second?.text).toContain("Es war das Kabel: ärgerlich.");
  expect(second?.html).toContain("<strong>Kabel</strong>: ärgerlich.");
  expect(second?.text).toContain("We look into it.");
  expect(one?.get("references")).toBe(other?.get("references"));
  expect(other?.get("list-unsubscribe")).toMatch(/^<http:\/\/localhost:8787\/acme\/subscriptions\/[\w.-]+\/leave>$/);
  expect(other?.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(other?.get("auto-submitted")).toBe("auto-generated");
  expect(other?.get("list-id")).toBe(`<${told.pageId}.localhost>`);
  expect(first?.messageId).not.toBe(second?.messageId);
});
