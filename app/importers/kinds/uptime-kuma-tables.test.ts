import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  moveCounts,
  originFixture,
  originSettings,
  spoiltText,
  spoiltTexts,
} from "../../../tests/support/origin-reading";
import {
  emptyMoveDocument,
  type MoveDocument,
  type MoveDocumentPart,
  moveDocumentSchema,
  withMovePart,
} from "../contract/move-document";
import type { OriginResult } from "../contract/origin";
import { movePartOfKumaTables } from "../contract/uptime-kuma/tables";

function documentOf(result: OriginResult<MoveDocumentPart> | undefined): MoveDocument {
  if (!result?.ok) throw new Error(result?.refusal.message ?? "it reads no files");
  return moveDocumentSchema.parse(withMovePart(emptyMoveDocument("uptime-kuma"), result.value));
}

const rowsOf = (name: string) =>
  JSON.parse(originFixture(`uptime-kuma/${name}.json`)) as Record<string, Record<string, unknown>[]>;

describe("the tables of 1.13", () => {
  const document = documentOf(movePartOfKumaTables(rowsOf("rows-1.13"), originSettings()));

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      pages: 1,
      groups: 3,
      components: 5,
      monitors: 5,
      incidents: 1,
      channels: 1,
      approximated: 3,
      left_out: 3,
      secret_found: 2,
      question: 1,
    });
  });

  test("the page, its groups and the monitors in them keep their order", () => {
    expect(document.page).toMatchObject({ name: "Harbour Status", slug: "default", isPrivate: false });
    expect(document.groups.map(({ name }) => name).slice(0, 2)).toEqual(["Основные сервисы", "Игровые сервисы"]);
    expect(document.monitors.every(({ id, componentIds }) => componentIds[0] === id)).toBe(true);
    expect(
      document.components.map(({ name, keptBy }) => [name, keptBy]).filter(([, keptBy]) => keptBy !== "watched"),
    ).toEqual([["Mail Сервер", "manual"]]);
  });

  test("a sign-in of the time before there was a choice is taken", () => {
    expect(document.monitors[1]?.settings).toMatchObject({ auth: "basic", username: "admin" });
  });

  test("a notice is an incident that ends with its last change", () => {
    expect(document.incidents).toEqual([
      expect.objectContaining({
        impact: "minor",
        startedAt: Date.parse("2022-03-06T08:50:50Z"),
        resolvedAt: Date.parse("2022-03-06T08:50:50Z"),
      }),
    ]);
  });

  test("the past goes from turn to turn, and ends with the last check", () => {
    for (const { history } of document.monitors)
      for (const [index, { from, to }] of history.entries()) {
        expect(to).toBeGreaterThan(from);
        expect(from).toBeGreaterThanOrEqual(history[index - 1]?.to ?? 0);
      }
    expect(document.monitors.flatMap(({ history }) => history).length).toBeGreaterThan(5);
  });
});

describe("the tables of 2.0", () => {
  const tables = rowsOf("rows-2.0");
  const document = documentOf(movePartOfKumaTables(tables, originSettings()));

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({ monitors: 10, approximated: 23 });
  });

  test("the uptime that it says is the share of checks that passed in thirty days", () => {
    const newest = Date.parse("2025-07-26T00:00:00Z");
    const day = (ago: number, up: number, down: number) => ({
      monitor_id: 1,
      timestamp: newest / 1000 - ago * 86_400,
      up,
      down,
    });
    const days = [day(0, 9, 1), day(29, 9, 1), day(30, 0, 100)];
    const [first, second] = documentOf(
      movePartOfKumaTables({ ...tables, stat_daily: days }, originSettings()),
    ).monitors;
    expect(first?.uptime).toEqual({ percent: 90, days: 30, until: newest + 86_400_000 });
    expect(second?.uptime).toBeUndefined();
  });

  test("days before the first turn stand as shares", () => {
    const day = {
      monitor_id: 1,
      timestamp: Date.parse("2025-07-20T00:00:00Z") / 1000,
      up: 9,
      down: 3,
      extras: '{"maintenance":12}',
    };
    const [first] = documentOf(movePartOfKumaTables({ ...tables, stat_daily: [day] }, originSettings())).monitors;
    expect(first?.history.slice(0, 3)).toEqual([
      { from: Date.parse("2025-07-20T00:00:00Z"), to: Date.parse("2025-07-20T03:00:00Z"), status: "major_outage" },
      { from: Date.parse("2025-07-20T03:00:00Z"), to: Date.parse("2025-07-20T15:00:00Z"), status: "under_maintenance" },
      { from: Date.parse("2025-07-20T15:00:00Z"), to: Date.parse("2025-07-21T00:00:00Z"), status: "operational" },
    ]);
  });
});

describe("a page with all there is", () => {
  const tables = {
    monitor: [
      { id: 1, name: "Site", type: "http", url: "https://example.com", active: 1, interval: 60 },
      { id: 2, name: "Job", type: "push", push_token: "secret-token-1", active: 0, interval: 3600, maxretries: 2 },
      { id: 3, name: "Web socket", type: "websocket-upgrade", url: "wss://example.com/live", active: 1, interval: 60 },
      {
        id: 4,
        name: "Mail",
        type: "smtp",
        hostname: "mail.example.com",
        port: 587,
        smtp_security: "starttls",
        active: 1,
        interval: 60,
      },
    ],
    tag: [{ id: 7, name: "team" }],
    monitor_tag: [{ monitor_id: 1, tag_id: 7, value: "web" }],
    status_page: [
      { id: 1, slug: "main", title: "Main", published: 1, search_engine_index: 1, theme: "auto" },
      { id: 2, slug: "other", title: "Other", published: 0, custom_css: "body{}" },
    ],
    status_page_cname: [{ status_page_id: 1, domain: "status.example.com" }],
    group: [
      { id: 10, name: "B", weight: 2, status_page_id: 1 },
      { id: 11, name: "A", weight: 1, status_page_id: 1 },
    ],
    monitor_group: [
      { id: 1, monitor_id: 1, group_id: 10, weight: 1, send_url: 1 },
      { id: 2, monitor_id: 1, group_id: 11, weight: 1 },
      { id: 3, monitor_id: 2, group_id: 11, weight: 2 },
    ],
    maintenance: [
      {
        id: 1,
        title: "Move",
        description: "We move",
        strategy: "single",
        active: 1,
        start_date: "2026-08-24 02:00:00",
        end_date: "2026-08-24 04:00:00",
        timezone: "SAME_AS_SERVER",
      },
      {
        id: 2,
        title: "Weekly",
        strategy: "recurring-weekday",
        weekdays: "[1,4]",
        cron: "0 2 * * 1,4",
        duration: 7200,
        active: 1,
      },
      { id: 3, title: "Odd", strategy: "lunar", active: 1 },
    ],
    maintenance_status_page: [1, 2, 3].map((id) => ({ maintenance_id: id, status_page_id: 1 })),
    monitor_maintenance: [{ maintenance_id: 1, monitor_id: 1 }],
    heartbeat: [
      { monitor_id: 1, important: 1, status: 0, time: "2026-08-20 10:00:00.500" },
      { monitor_id: 1, important: 1, status: 9, time: "2026-08-20 11:00:00" },
    ],
    setting: [{ key: "serverTimezone", value: '"Europe/Berlin"' }],
  };
  const document = documentOf(movePartOfKumaTables(tables, originSettings()));

  test("a monitor of two groups is one component, in the first group", () => {
    expect(document.groups.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(document.components.map(({ name, groupId }) => [name, groupId])).toEqual([
      ["Site", "11"],
      ["Job", "11"],
    ]);
    expect(document.monitors[0]?.tags).toEqual(["team: web"]);
    expect(document.heartbeats[0]).toMatchObject({ isPaused: true, graceSeconds: 7200, componentIds: ["2"] });
  });

  test("kinds of version 2 are taken where there is one here", () => {
    expect(document.monitors.map(({ kind }) => kind)).toEqual(["http", "websocket", "tcp"]);
    expect(document.monitors[2]?.settings).toMatchObject({ starttls: "smtp", port: 587 });
  });

  test("a maintenance stands in the server’s zone; one that repeats is a series", () => {
    expect(document.maintenances).toEqual([
      expect.objectContaining({
        startsAt: Date.parse("2026-08-24T00:00:00Z"),
        endsAt: Date.parse("2026-08-24T02:00:00Z"),
        state: "scheduled",
        componentIds: ["1"],
      }),
    ]);
    expect(
      document.notes
        .filter(({ noun }) => noun === "maintenance" || noun === "maintenance_series")
        .map(({ kind, reason }) => [kind, reason.slice(0, 24)]),
    ).toEqual([["question", "The strategy “lunar” is "]]);
    expect(document.maintenanceSeries).toEqual([
      expect.objectContaining({
        id: "2",
        title: "Weekly",
        startsLocal: "2024-01-01T02:00",
        timeZone: "Europe/Berlin",
        durationSeconds: 7200,
        repeat: { frequency: "weekly", interval: 1, weekdays: ["mo", "th"], until: null },
      }),
    ]);
  });

  test("an unknown result is a question and never operational", () => {
    expect(document.notes).toContainEqual(
      expect.objectContaining({ kind: "question", field: "heartbeat.status", id: "1" }),
    );
    expect(document.monitors[0]?.history.map(({ status }) => status)).toEqual(["major_outage"]);
  });

  test("another page is chosen by its slug", () => {
    expect(documentOf(movePartOfKumaTables(tables, originSettings({ choices: { page: "other" } }))).page).toMatchObject(
      {
        name: "Other",
        isPrivate: true,
      },
    );
    const none = movePartOfKumaTables(tables, originSettings({ choices: { page: "none" } }));
    expect(none.ok ? "" : none.refusal.message).toMatch(/“none”/);
  });

  test("any rows are refused or read", () => {
    const text = JSON.stringify(tables);
    fc.assert(
      fc.property(
        spoiltTexts.filter(({ way }) => way !== "cut"),
        (spoilt) => {
          const given = JSON.parse(spoiltText(text, spoilt)) as Record<string, unknown>;
          const result = movePartOfKumaTables(
            typeof given === "object" && given !== null ? given : {},
            originSettings(),
          );
          if (result.ok) documentOf(result);
        },
      ),
      { numRuns: 400 },
    );
  });
});
