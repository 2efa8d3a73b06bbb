import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveriesByUpdate, type NotifiedChannel, type SentNotice } from "./delivery-summary";

const notice = (id: string, createdAt: number, over: Partial<SentNotice> = {}): SentNotice => ({
  id,
  audience: "subscribers",
  way: null,
  createdAt,
  outcome: "sent",
  recipients: 10,
  sent: 9,
  failed: 1,
  channels: [],
  ...over,
});

test("each way of an update counts for it, and it is over when all of them are", () => {
  const updates = [
    { id: "first", createdAt: 10 },
    { id: "second", createdAt: 20 },
  ];
  const found = deliveriesByUpdate(updates, [
    notice("a", 10),
    notice("b", 10, { audience: "endpoints", way: "sms", outcome: null, recipients: 0, sent: 0 }),
    notice("c", 25),
  ]);
  expect(found.first).toMatchObject({ sent: 9, recipients: 10, isOver: false });
  expect(found.first?.parts.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(found.second).toMatchObject({ sent: 9, recipients: 10, isOver: true });
});

test("the team's channels stand beside the subscribers and are none of them; its emails are apart", () => {
  const channels: NotifiedChannel[] = [
    { id: "ops", name: "Ops", state: "sent", answer: null },
    { id: "chat", name: "Chat", state: "dead", answer: "value.required" },
  ];
  const [team, other] = [{ audience: "team" as const, channels, recipients: 2, sent: 2 }, notice("a", 10)];
  const found = deliveriesByUpdate([{ id: "first", createdAt: 10 }], [other, notice("t", 11, team)]);
  expect(found.first).toMatchObject({ sent: 9, recipients: 10, parts: [{ id: "a" }], team: [{ id: "t" }], channels });
});

test("an update that went out with the next one says so, where no way of it went out alone", () => {
  const updates = [{ id: "first", createdAt: 10 }];
  const together = notice("a", 10, { outcome: "digested", recipients: 0, sent: 0 });
  expect(deliveriesByUpdate(updates, [together]).first).toMatchObject({ isTogether: true, isOver: true });
  expect(deliveriesByUpdate(updates, [together, notice("b", 10, { way: "sms" })]).first?.isTogether).toBe(false);
  expect(deliveriesByUpdate(updates, [notice("t", 10, { audience: "team" })]).first?.isTogether).toBe(false);
});

test("a draft's notice is of the text that was published; one from before any update is of none", () => {
  const draft = [
    { id: "drafted", createdAt: 10 },
    { id: "changed", createdAt: 30 },
  ];
  expect(Object.keys(deliveriesByUpdate(draft, [notice("a", 40)]))).toEqual(["changed"]);
  expect(deliveriesByUpdate(draft, [notice("a", 5)])).toEqual({});
});

test("nobody is counted twice, and nobody is lost once there is an update", () => {
  const ats = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(ats, ats, (written, sent) => {
      const updates = [0, ...written].map((createdAt, index) => ({ id: `u${index}`, createdAt }));
      const notices = sent.map((at, index) => notice(`n${index}`, at));
      const all = Object.values(deliveriesByUpdate(updates, notices));
      expect(all.flatMap(({ parts }) => parts).length).toBe(notices.length);
      expect(all.reduce((sum, each) => sum + each.recipients, 0)).toBe(10 * notices.length);
    }),
  );
});
