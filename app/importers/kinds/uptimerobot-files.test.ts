import { describe, expect, test } from "vitest";
import { expectSettingsFit, expectSoundFiles, partOfFiles } from "../../../tests/support/origin-files";
import { originFixture, originSettings } from "../../../tests/support/origin-reading";
import { uptimerobotOrigin as origin } from "./uptimerobot";

const file = (name: string) => ({ path: `${name}.json`, text: originFixture(`uptimerobot/${name}.json`) });

test("contacts that are one address become channels, and the names of the others are told", () => {
  const contacts = [
    { id: "1", friendly_name: "Ops", type: 11, status: 2, value: "https://hooks.slack.com/services/INVENTED" },
    { id: 2, friendlyName: "Hook", type: "Webhook", status: "PAUSED", value: "https://example.org/hook" },
    { id: 3, friendlyName: "Masked", type: "MS Teams", value: "https://example.org/****" },
    { id: 4, friendlyName: "Dana", type: "E-mail", value: "dana@example.org" },
    { id: 5, friendlyName: "Phone", type: "Pushover", value: "u5er" },
    { id: 6, friendlyName: "Odd", type: "constructor", value: "https://example.org/" },
  ];
  const text = JSON.stringify({ stat: "ok", alert_contacts: contacts });
  const { channels = [], notes = [] } = partOfFiles(origin, [
    file("v2-getMonitors"),
    { path: "getAlertContacts.json", text },
  ]);
  expect(channels).toMatchObject([
    { id: "1", name: "Ops", kind: "slack", isPaused: false },
    { id: "2", name: "Hook", kind: "http", isPaused: true, settings: { url: "https://example.org/hook" } },
  ]);
  const left = notes.filter(({ kind, noun }) => kind === "left_out" && noun === "channel");
  expect(left.map(({ name }) => name)).toEqual(["Masked", "Dana", "Phone", "Odd"]);
  expect(JSON.stringify(notes)).not.toMatch(/INVENTED|example\.org/);
});

describe("the export as CSV", () => {
  const header = "ID,Type,Status,Friendly Name,URL/IP,Keyword Type,Keyword Value,Port";
  const csv = (...lines: string[]) => ({ path: "monitors.csv", text: [header, ...lines].join("\n") });

  test("its words and numbers are read, and what it does not say is asked", () => {
    const part = partOfFiles(origin, [
      csv(
        "1,HTTP(s),Up,Shop,https://shop.example.org,,,",
        '2,2,2,"Says, it",https://example.org,2,Welcome,',
        "3,Port,Paused,Mail,mail.example.org,,,25",
        "4,Keyword,Purple,Odd,https://example.org,,,",
      ),
    ]);
    expectSettingsFit(part);
    expect(part.monitors).toMatchObject([
      { id: "1", name: "Shop", kind: "http", isPaused: false, intervalSeconds: null },
      { id: "2", name: "Says, it", settings: { contains: "Welcome" } },
      { id: "3", kind: "tcp", settings: { port: 25 }, isPaused: true },
      { id: "4", isPaused: true },
    ]);
    const asked = part.notes?.filter(({ kind, id }) => kind === "question" && id === "4");
    expect(asked?.map(({ field }) => field).sort()).toEqual(["keywordType", "status"]);
  });

  test("another table is refused by the column that it lacks", () => {
    const read = origin.readFiles?.(
      [{ path: "people.csv", text: "name,email\nDana,dana@example.org" }],
      originSettings(),
    );
    expect(read).toMatchObject({ ok: false, refusal: { code: "not_this_origin" } });
    expect(JSON.stringify(read)).toContain("people.csv");
  });

  test("no spoilt table throws", () =>
    expectSoundFiles(origin, [csv("1,HTTP(s),Up,Shop,https://shop.example.org,,,")]));
});
