import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { channelEvents, noticeKindsDeduplicatedBySequence, type TeamNoticeKind, teamNoticeKinds } from "./notice";
import { isNewerNews, isOvertakenNews, type OrderedNews, overtakesNews } from "./overtaken-messages";

const news = (kind: TeamNoticeKind, place: number, more: Partial<OrderedNews> = {}): OrderedNews => ({
  noticeId: `${place}`,
  kind,
  subjectId: "subject",
  sequence: place,
  begunAt: place,
  ...more,
});

/**
 * The kinds that each later kind of one subject overtakes: those of its life, and `over` when it says that its subject
 * is over.
 */
const table: Record<TeamNoticeKind, { life: "incident" | "maintenance" | null; over?: TeamNoticeKind[] }> = {
  draft_opened: { life: "incident" },
  draft_dismissed: { life: "incident" },
  incident_withdrawn: { life: "incident" },
  incident_opened: { life: "incident" },
  incident_published: { life: "incident" },
  incident_worsened: { life: "incident" },
  incident_updated: { life: "incident" },
  incident_resolved: { life: "incident" },
  maintenance_planned: { life: "maintenance" },
  maintenance_moved: { life: "maintenance" },
  maintenance_soon: { life: "maintenance" },
  maintenance_started: { life: "maintenance" },
  maintenance_updated: { life: "maintenance" },
  maintenance_finished: { life: "maintenance" },
  maintenance_called_off: { life: "maintenance" },
  alert_recovered: { life: null, over: ["alert_fired"] },
  component_changed: { life: null, over: ["component_changed"] },
  alert_fired: { life: null },
  alert_unacknowledged: { life: null },
  checks_stopped: { life: null },
  incident_stale: { life: null },
  limit_near: { life: null },
  mail_failed: { life: null },
  missed_notifications: { life: null },
  postmortem_published: { life: null },
  proposed: { life: null },
  reading_changed: { life: null },
  repository_stopped: { life: null },
  unassigned: { life: null },
};

describe.each(teamNoticeKinds)("%s", (newer) => {
  test.each(teamNoticeKinds)("and %s before it", (older) => {
    const { life, over = [] } = table[newer];
    const same = life !== null && life === table[older].life;
    expect(overtakesNews(news(newer, 2), news(older, 1), false)).toBe(same);
    expect(overtakesNews(news(newer, 2), news(older, 1), true)).toBe(same || over.includes(older));
    expect(overtakesNews(news(newer, 1), news(older, 2), true)).toBe(false);
    expect(overtakesNews(news(newer, 2), news(older, 1, { subjectId: "another" }), true)).toBe(false);
  });
});

const kinds = fc.constantFrom(...channelEvents);
const placed = fc.record({
  noticeId: fc.constantFrom("a", "b", "c"),
  kind: kinds,
  subjectId: fc.constantFrom("s", "t"),
  sequence: fc.nat(3),
  begunAt: fc.nat(3),
});

test("of two at most one is newer, and none than itself", () => {
  fc.assert(
    fc.property(placed, placed, (one, other) => {
      expect(isNewerNews(one, other) && isNewerNews(other, one)).toBe(false);
      expect(isNewerNews(one, one)).toBe(false);
    }),
  );
});

test("the version decides whatever the clock said; an instant is compared with instants", () => {
  const [update, end] = [news("incident_updated", 1, { begunAt: 9 }), news("incident_resolved", 2)];
  expect([isNewerNews(end, update), isNewerNews(update, end)]).toEqual([true, false]);
  const worse = news("incident_worsened", 1_790_000_000_000, { begunAt: 5 });
  expect(noticeKindsDeduplicatedBySequence).toContain(worse.kind);
  expect([isNewerNews(worse, news("incident_published", 0)), isNewerNews(worse, { ...end, begunAt: 7 })]).toEqual([
    true,
    false,
  ]);
});

test("a first try is overtaken by a later version alone, a further one by all that came later", () => {
  const told = [{ ...news("incident_updated", 5), isOver: false }];
  const due = (kind: TeamNoticeKind, attempt: number) => ({ ...news(kind, 3), attempt });
  expect(isOvertakenNews(due("incident_published", 0), told)).toBe(true);
  expect(isOvertakenNews(due("incident_worsened", 0), told)).toBe(false);
  expect(isOvertakenNews(due("incident_worsened", 1), told)).toBe(true);
  expect(isOvertakenNews(due("postmortem_published", 1), told)).toBe(false);
});

test("what opens a subject is older than all else of it, whatever a clock said", () => {
  const draft = news("draft_opened", 0, { begunAt: 9 });
  const worse = news("incident_worsened", 1_790_000_000_000, { begunAt: 5 });
  expect([isNewerNews(worse, draft), isNewerNews(draft, worse)]).toEqual([true, false]);
  expect(isOvertakenNews({ ...worse, attempt: 1 }, [{ ...draft, isOver: false }])).toBe(false);
});
