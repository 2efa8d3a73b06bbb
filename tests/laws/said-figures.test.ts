import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proofLength } from "~/access/session";
import { calmAfter } from "~/alerts/rules/flapping";
import { unlockedFor } from "~/auth/keyring";
import { overlap as secretOverlap } from "~/channels/rotate";
import { correctionReach } from "~/corrections/rules/input";
import { horizon } from "~/maintenances/rules/series";
import { bodyShown, evidenceKept } from "~/monitors/rules/evidence";
import { usualReach } from "~/monitors/rules/usual";
import { readPage } from "~/pages/read";
import { updatePage } from "~/pages/update";
import { providerTripLength } from "~/people/rules/identity";
import { invitationLength } from "~/people/rules/invitation";
import { mailLinkLength } from "~/people/rules/sign-in";
import { mailLimits } from "~/plan/mail-limits";
import { createSource } from "~/sources/create";
import { bodyKept } from "~/sources/rules/replay";
import { overlapFor } from "~/sources/rules/source-overlap";
import { figureDays } from "~/status-page/restating/rules/figures";
import { lookingTime } from "~/status-page/restating/rules/stage";
import { stoppedAfter } from "~/status-page/rules/seen";
import { refreshMinutes } from "~/status-page/views/parts/as-of";
import { askedIn } from "~/subscribers/rules/subscriber";
import { importLimits } from "~/subscribers/rules/subscriber-import";
import { imageLimit } from "~/text/image-type";
import { usualDays } from "~/time/report-range";
import { mostHeaders } from "../../server/calls/upstream.ts";
import { linkMinutes } from "../../server/link.ts";
import { type Desk, good, openDesk } from "../support/desk";
import { openSignedIn } from "../support/sign-in";

/** What management says of a length or a size is what is in force: who changes the one is shown the other here. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Value and unit by the key of the text: each text with such a figure is here, or below. */
const figures: Record<string, [value: number, unit: "minute" | "hour" | "day" | "KB" | "line"][]> = {
  "account address.sent": [[mailLinkLength / minute, "minute"]],
  "alerts fact.flapping": [[calmAfter / minute, "minute"]],
  "channels rotate.sure": [[secretOverlap / hour, "hour"]],
  "components around.unwatched": [[usualDays, "day"]],
  "components around.uptime": [[usualDays, "day"]],
  "deployment changes.mail_limits": [[mailLimits.headers.value, "KB"]],
  "deployment changes.restating": [[lookingTime / day, "day"]],
  "deployment changes.standstill": [[stoppedAfter / minute, "minute"]],
  "done done.source-rotated": [[overlapFor / hour, "hour"]],
  "frame unsent.step_up": [[proofLength / minute, "minute"]],
  "frame error_next.step_up": [[proofLength / minute, "minute"]],
  "frame error_next.spent_link": [[mailLinkLength / minute, "minute"]],
  "locales fresh.refresh": [[refreshMinutes, "minute"]],
  "maintenances series.empty_hint": [[horizon / day, "day"]],
  "monitors evidence.about": [
    [evidenceKept / day, "day"],
    [bodyShown / 1024, "KB"],
  ],
  "monitors fact.usual": [[usualReach / 1440, "day"]],
  "monitors monitor.slowerThanUsual_hint": [[usualReach / 1440, "day"]],
  "people invitations.none_about": [[invitationLength / day, "day"]],
  "people share.about": [[invitationLength / day, "day"]],
  "people over.about": [[invitationLength / day, "day"]],
  "people over.about_inviter": [[invitationLength / day, "day"]],
  "providers trouble.over_text": [[providerTripLength / minute, "minute"]],
  "settings image.logo_hint": [[imageLimit / 1024, "KB"]],
  "settings image.logo_dark_hint": [[imageLimit / 1024, "KB"]],
  "restating head.quarter": [[figureDays.quarter, "day"]],
  "settings image.favicon_hint": [[imageLimit / 1024, "KB"]],
  "settings visibility.passphrase": [[unlockedFor / day, "day"]],
  "sign-in email.hint": [[mailLinkLength / minute, "minute"]],
  "sign-in code.sent": [[mailLinkLength / minute, "minute"]],
  "sign-in console.use": [[linkMinutes, "minute"]],
  "sources rotate.hint": [[overlapFor / hour, "hour"]],
  "sources not_replayed.too_long": [[bodyKept / 1024, "KB"]],
  "subscribers import.asked_hint": [[askedIn / hour, "hour"]],
  "subscribers import.file_hint": [[importLimits.lines, "line"]],
  "failures call.headers_too_long": [[mostHeaders / 1000, "KB"]],
  "failures correction.too_old": [[correctionReach / day, "day"]],
  "failures correction.undo_too_old": [[correctionReach / day, "day"]],
  "failures import.asks_most": [[askedIn / hour, "hour"]],
  "failures page.image_size": [[imageLimit / 1024, "KB"]],
  "failures person.wrong_code": [[mailLinkLength / minute, "minute"]],
};

/** Whose figure is what is chosen itself: the key, or the field's own bounds, name it. */
const choices = [
  "account token_life.",
  "maintenances extend.",
  "maintenances next.remind_",
  "maintenances tell.remind",
  "monitors uptime.full_",
  "monitors chart.range_",
  "heartbeats heartbeat.",
  "outbox list.",
  "failures mute.",
  "failures page.nag",
  "failures plan.full",
];

interface Said {
  key: string;
  text: string;
}

/** Public pages and mails are told theirs by placeholders: none of them has a figure. */
const catalogues = [
  "app/i18n/locales/en.json",
  ...globSync("app/**/{desk,rules}/words/en.json"),
  ...globSync("app/{ui/*,failures}/words/en.json"),
];

const said: Said[] = catalogues.flatMap((path) => {
  const tree: Record<string, Record<string, string>> = JSON.parse(readFileSync(path, "utf8"));
  const room = path.split("/").findLast((each) => !/^(words|desk|rules|en\.json)$/.test(each)) ?? "";
  return Object.entries(tree).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ key: `${room} ${group}.${key}`, text })),
  );
});

const figure = /(\d[\d,]*) (minute|hour|day|KB|line)s?\b/g;
const figuresIn = (text: string) =>
  [...text.matchAll(figure)].map(([, value = "", unit]) => [Number(value.replaceAll(",", "")), unit]);

test("each length and size that is said is the one that is in force", () => {
  const isChoice = ({ key }: Said) => choices.some((each) => key.startsWith(each));
  const found = said.filter((each) => figuresIn(each.text).length > 0 && !isChoice(each));
  expect(Object.fromEntries(found.map(({ key, text }) => [key, figuresIn(text)]))).toEqual(figures);
});

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test("a source says for how long this page keeps what it sends", async () => {
  const { pageId } = desk;
  const { id } = await good(createSource(desk.as("admin"), { pageId, kind: "alertmanager", name: "Prometheus" }));
  const person = await openSignedIn(desk.deployment);
  const reads = async (path: string) => (await person.go(`/manage/acme/sources/${id}${path}`)).text();
  const keep = async (deliveryDays: number) => {
    const { version } = await good(readPage(desk.as("admin"), { pageId }));
    await good(updatePage(desk.as("admin"), { pageId, version, deliveryDays }));
  };
  await keep(1);
  for (const path of ["", "/deliveries"]) expect(await reads(path)).toContain("Deliveries are kept for 1 day.");
  await keep(30);
  for (const path of ["", "/deliveries"]) expect(await reads(path)).toContain("Deliveries are kept for 30 days.");
});

test("a zone has the name that people know it by, and is taken by it", async () => {
  const { pageId } = desk;
  const person = await openSignedIn(desk.deployment);
  const settings = async () => (await person.go("/manage/acme/settings")).text();
  const live = async (timeZone: string) => {
    const { version } = await good(readPage(desk.as("admin"), { pageId }));
    await good(updatePage(desk.as("admin"), { pageId, version, timeZone }));
  };
  await live("Europe/Kiev");
  expect(await settings()).toContain("Times are shown in Europe/Kyiv.");
  expect(await settings()).not.toMatch(/<(?:p|dd)[^>]*>[^<]*Kiev/);
  await live("America/New York");
  expect(await settings()).toContain("Times are shown in America/New York.");
  expect((await good(readPage(desk.as("admin"), { pageId }))).timeZone).toBe("America/New_York");
});
