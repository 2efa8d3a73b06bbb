import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
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
import { uptimeKumaOrigin } from "./uptime-kuma";

const backupText = originFixture("uptime-kuma/composed-Uptime_Kuma_Backup_1.23.16.json");
const read = (text: string) => uptimeKumaOrigin.readFiles?.([{ path: "backup.json", text }], originSettings());

function documentOf(result: OriginResult<MoveDocumentPart> | undefined): MoveDocument {
  if (!result?.ok) throw new Error(result?.refusal.message ?? "it reads no files");
  return moveDocumentSchema.parse(withMovePart(emptyMoveDocument("uptime-kuma"), result.value));
}

describe("a backup", () => {
  const document = documentOf(read(backupText));
  const monitorOf = (name: string) => document.monitors.find((each) => each.name === name);

  test("it counts what is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      monitors: 9,
      heartbeats: 1,
      approximated: 13,
      left_out: 5,
      secret_found: 6,
      channels: 2,
    });
  });

  test("every check has settings that its kind accepts", () => {
    for (const { kind, settings } of document.monitors)
      if (kind !== null) expect(monitorKindOf(kind)?.settings.safeParse(settings).success).toBe(true);
  });

  test("a check keeps its address, headers, sign-in, codes and tags", () => {
    expect(monitorOf("Shop")).toMatchObject({
      kind: "http",
      settings: {
        url: "https://shop.example.com/",
        method: "GET",
        headers: "X-Probe: kuma",
        auth: "basic",
        username: "u",
        statuses: "200-299, 302",
        certificateDays: 21,
      },
      intervalSeconds: 60,
      isPaused: false,
      tags: ["Group of the shop", "Environment: prod"],
    });
    expect(monitorOf("Keyword")?.settings).toMatchObject({ contains: "Willkommen" });
    expect(monitorOf("API says so")?.settings).toMatchObject({
      method: "POST",
      body: '{"a":1}',
      bodyType: "json",
      jsonPath: "$.status",
      jsonValue: "UP",
    });
    expect(monitorOf("DB")).toMatchObject({ kind: "tcp", settings: { host: "db.example.com", port: 5432 } });
    expect(monitorOf("Zone")).toMatchObject({ kind: "dns", settings: { name: "example.com", type: "MX" } });
    expect(monitorOf("Router")).toMatchObject({ kind: "ping", intervalSeconds: 60 });
  });

  test("a push monitor is a heartbeat whose old address is answered", () => {
    expect(document.heartbeats).toEqual([
      expect.objectContaining({
        name: "Nightly dump",
        pingKey: "inventedToken0123456789abcdefABCD",
        pingPath: "/api/push/inventedToken0123456789abcdefABCD",
        schedule: { everySeconds: 86_400 },
        graceSeconds: 86_400,
      }),
    ]);
  });

  test("what cannot be checked here has no check: it never says operational", () => {
    for (const name of ["Container", "Must be down", "Postgres"])
      expect(monitorOf(name)).toMatchObject({ kind: null, settings: {} });
    expect(
      document.notes
        .filter(({ field }) => field === "type" || field === "upside_down")
        .map(({ name, kind }) => [name, kind]),
    ).toEqual([
      ["Router", "approximated"],
      ["Container", "left_out"],
      ["Must be down", "left_out"],
      ["Postgres", "left_out"],
    ]);
  });

  test("secrets stand in no note, and those of databases nowhere", () => {
    expect(JSON.stringify(document.notes)).not.toMatch(/INVENTED|inventedToken/);
    expect(
      JSON.stringify({
        ...document,
        channels: [],
        monitors: document.monitors.map((each) => ({ ...each, settings: { ...each.settings, password: null } })),
      }),
    ).not.toContain("INVENTED");
    expect(
      document.notes.filter(({ kind }) => kind === "secret_found").map(({ name, field }) => `${name} ${field}`),
    ).toEqual([
      "Shop headers",
      "Shop basic_auth_pass",
      "Nightly dump push_token",
      "Postgres database_connection_string",
      "Discord of the team notification",
      "Telegram notification",
    ]);
  });

  test("notifications are channels of their kind; one that has none here is left out by its name", () => {
    expect(document.channels).toEqual([
      {
        id: "1",
        name: "Discord of the team",
        kind: "discord",
        settings: { url: "https://discord.com/api/webhooks/100000000000000001/INVENTED" },
        isPaused: false,
      },
      expect.objectContaining({ kind: "telegram", settings: { token: "1234567890:INVENTED", chat: "-100123" } }),
    ]);
    expect(document.notes).toContainEqual(
      expect.objectContaining({
        kind: "left_out",
        noun: "channel",
        name: "Mail",
        reason: expect.stringContaining("“smtp”"),
      }),
    );
  });

  test.each([
    ["slack", { slackwebhookURL: "https://hooks.slack.com/services/T/B/c" }],
    ["teams", { webhookUrl: "https://acme.webhook.office.com/x" }],
    ["mattermost", { mattermostWebhookUrl: "https://chat.example.com/hooks/x" }],
    ["rocket.chat", { rocketwebhookURL: "https://chat.example.com/hooks/x" }],
    ["GoogleChat", { googleChatWebhookURL: "https://chat.googleapis.com/v1/spaces/x" }],
    [
      "telegram",
      { telegramBotToken: `1234567890:${"a".repeat(30)}`, telegramChatID: -100123, telegramMessageThreadID: 7 },
    ],
    ["ntfy", { ntfyserverurl: "https://ntfy.example.com", ntfytopic: "status", ntfypriority: 5 }],
    ["gotify", { gotifyserverurl: "https://gotify.example.com", gotifyapplicationToken: "Atoken1" }],
    ["pushover", { pushoverapptoken: "a".repeat(30), pushoveruserkey: "u".repeat(30) }],
    [
      "matrix",
      { homeserverUrl: "https://matrix.example.com", accessToken: "syt_token_x", internalRoomId: "!room:example.com" },
    ],
    [
      "PagerDuty",
      {
        pagerdutyIntegrationKey: "a".repeat(32),
        pagerdutyIntegrationUrl: "https://events.eu.pagerduty.com/v2/enqueue",
      },
    ],
    ["Opsgenie", { opsgenieApiKey: "a".repeat(36), opsgenieRegion: "eu" }],
    ["webhook", { webhookURL: "https://example.com/hook", webhookAdditionalHeaders: '{"X-Key":"secret"}' }],
    [
      "twilio",
      {
        twilioAccountSID: `AC${"0".repeat(32)}`,
        twilioAuthToken: "t".repeat(32),
        twilioFromNumber: "+15005550006",
        twilioToNumber: "+4915112345678",
      },
    ],
  ])("settings of %s are those that the kind here takes", (type, config) => {
    const notificationList = [{ id: 1, name: type, active: false, config: JSON.stringify({ type, ...config }) }];
    const { channels = [], notes } = documentOf(
      read(JSON.stringify({ version: "1.23.16", monitorList: [], notificationList })),
    );
    const [channel] = channels;
    expect(channel).toMatchObject({ name: type, isPaused: true });
    const adapter = channelAdapterOf(channel?.kind ?? "");
    expect(
      adapter?.settings.safeParse({ ...adapter.generate?.("x".repeat(43)), ...channel?.settings }).error,
    ).toBeUndefined();
    expect(JSON.stringify(notes)).not.toMatch(/hooks\/|aaaaa|secret"/);
  });

  test("an active monitor stays active, in the words of every version", () => {
    const backup = JSON.parse(backupText) as { monitorList: Record<string, unknown>[] };
    for (const [active, isPaused] of [
      [1, false],
      [true, false],
      [0, true],
      [false, true],
    ] as const) {
      const monitorList = backup.monitorList.map((each) => ({ ...each, active }));
      expect(documentOf(read(JSON.stringify({ ...backup, monitorList }))).monitors[0]?.isPaused).toBe(isPaused);
    }
  });

  test.each([
    ["", /empty/],
    ["{", /line 1, column/],
    ["[]", /no monitorList/],
    ['{"version":"2.1.0","monitorList":[]}', /version 2.*kuma\.db/],
    ['{"heartbeatList":{}}', /no monitorList/],
  ])("%s is refused", (text, words) => {
    const result = read(text);
    expect(result?.ok ? "" : result?.refusal.message).toMatch(words);
  });

  test("an unknown type is a question", () => {
    const document = documentOf(read('{"version":"1.23.0","monitorList":[{"id":1,"name":"New","type":"quantum"}]}'));
    expect(document.monitors).toEqual([expect.objectContaining({ kind: null })]);
    expect(document.notes).toContainEqual(expect.objectContaining({ kind: "question", field: "type", name: "New" }));
  });

  test("any file is refused or read", () => {
    fc.assert(
      fc.property(spoiltTexts, (spoilt) => {
        const result = read(spoiltText(backupText, spoilt));
        if (result?.ok) documentOf(result);
        else expect(result?.refusal.message).toMatch(/backup\.json/);
      }),
      { numRuns: 300 },
    );
  });
});
