import { expect, test } from "vitest";
import { noticeWayOf, type OutboxFacts, outboxStateOf } from "./outbox";

const now = 1_800_000_000_000;
const waiting: OutboxFacts = {
  now,
  kind: "incident_update",
  audience: "subscribers",
  outcome: null,
  dueAt: now,
  notBefore: now,
  expandedAt: null,
  round: 0,
  cursor: "",
  mailers: 1,
  failingSince: null,
};

test.each<[string, Partial<OutboxFacts>, object]>([
  ["due", {}, { name: "sending" }],
  ["later", { dueAt: now + 1000 }, { name: "waiting", until: now + 1000 }],
  ["under way", { expandedAt: now, cursor: null, dueAt: now + 60_000 }, { name: "sending" }],
  ["a further try", { expandedAt: now, round: 2, dueAt: now + 9 }, { name: "retrying", at: now + 9 }],
  ["a further try that runs", { expandedAt: now, round: 2, cursor: "s1", dueAt: now + 9 }, { name: "sending" }],
  ["no mailer", { mailers: 0 }, { name: "no_mailer" }],
  ["no mailer, and nobody to write to", { mailers: 0, hasReaders: false }, { name: "nobody" }],
  ["mail fails with nobody to write to", { failingSince: now - 5, hasReaders: false }, { name: "nobody" }],
  ["nobody to write to, and mail leaves: it will say so", { hasReaders: false }, { name: "sending" }],
  ["mail fails", { failingSince: now - 5 }, { name: "mail_failing", since: now - 5 }],
  ["for channels only", { kind: "alert_fired", audience: "team", mailers: 0 }, { name: "sending" }],
  ["over", { outcome: "dead", dueAt: null, mailers: 0 }, { name: "failed" }],
])("%s", (_, over, state) => {
  expect(outboxStateOf({ ...waiting, ...over })).toEqual(state);
});

test.each([
  ["subscribers", "incident_update", null, "email"],
  ["endpoints", "incident_update", "slack", "slack"],
  ["endpoints", "incident_update", null, "endpoints"],
  ["team", "incident_opened", null, "email_channels"],
  ["team", "alert_fired", null, "channels"],
  ["subscriber", "subscriber_confirm", null, "email"],
] as const)("what %s are told of %s in way %s goes by %s", (audience, kind, way, expected) => {
  expect(noticeWayOf({ audience, kind, way })).toBe(expected);
});
