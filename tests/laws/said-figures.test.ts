import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flappingEndsAfterMs } from "~/alerts/rules/flap-history";
import { pageUnlockMs } from "~/auth/keyring";
import { secretOverlapMs as secretOverlap } from "~/channels/verbs";
import { maxCorrectionAgeMs } from "~/corrections/rules/input";
import { seriesHorizonMs } from "~/maintenances/rules/series";
import { evidenceRetentionMs, maxEvidenceBodyChars } from "~/monitors/rules/evidence";
import { usualWindowMinutes } from "~/monitors/rules/usual-time";
import { pageTeamFields } from "~/pages/rules/fields";
import { updatePage } from "~/pages/update";
import { readPage } from "~/pages/verbs";
import { providerSignInTimeoutMs } from "~/people/rules/identity";
import { invitationLifetimeMs } from "~/people/rules/invitation";
import { signInLinkLifetimeMs } from "~/people/rules/sign-in";
import { mailLimits } from "~/plan/mail-limits";
import { createSource } from "~/sources/create";
import { maxStoredBodyBytes } from "~/sources/rules/replay";
import { sourceOverlapMs } from "~/sources/rules/source-overlap";
import { uptimePeriodDays } from "~/status-page/restating/rules/figures";
import { restatingReviewMs } from "~/status-page/restating/rules/stage";
import { checksStoppedAfterMs } from "~/status-page/rules/seen-page";
import { pageReloadMinutes } from "~/status-page/views/parts/as-of-note";
import { importedRequestWindowMs } from "~/subscribers/rules/subscriber";
import { subscriberImportLimits } from "~/subscribers/rules/subscriber-import";
import { maxPageImageBytes } from "~/text/image-type";
import { defaultReportDays } from "~/time/report-range";
import { maxUpstreamHeaderBytes } from "../../server/calls/upstream.ts";
import { signInLinkMinutes } from "../../server/link.ts";
import { type Desk, good, openDesk } from "../support/desk";
import { openSignedIn } from "../support/sign-in";
import { englishFiles } from "../support/words";

/** What management says of a length or a size is what is in force: who changes the one is shown the other here. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Value and unit by the key of the text: each text with such a figure is here, or below. */
const figures: Record<string, [value: number, unit: "minute" | "hour" | "day" | "KB" | "line"][]> = {
  "account address.sent": [[signInLinkLifetimeMs / minute, "minute"]],
  "alerts fact.flapping": [[flappingEndsAfterMs / minute, "minute"]],
  "channels rotate.sure": [[secretOverlap / hour, "hour"]],
  "components around.unwatched": [[defaultReportDays, "day"]],
  "components around.uptime": [[defaultReportDays, "day"]],
  "deployment changes.mail_limits": [[mailLimits.headers.value, "KB"]],
  "deployment changes.restating": [[restatingReviewMs / day, "day"]],
  "deployment changes.standstill": [[checksStoppedAfterMs / minute, "minute"]],
  "done done.source-rotated": [[sourceOverlapMs / hour, "hour"]],
  "frame error_next.spent_link": [[signInLinkLifetimeMs / minute, "minute"]],
  "locales fresh.refresh": [[pageReloadMinutes, "minute"]],
  "maintenances series.empty_hint": [[seriesHorizonMs / day, "day"]],
  "monitors evidence.about": [
    [evidenceRetentionMs / day, "day"],
    [maxEvidenceBodyChars / 1024, "KB"],
  ],
  "monitors bulk.until_within": [[7, "day"]],
  "monitors fact.usual": [[usualWindowMinutes / 1440, "day"]],
  "monitors monitor.slowerThanUsual_hint": [[usualWindowMinutes / 1440, "day"]],
  "people invitations.none_about": [[invitationLifetimeMs / day, "day"]],
  "people share.about": [[invitationLifetimeMs / day, "day"]],
  "people over.about": [[invitationLifetimeMs / day, "day"]],
  "people over.about_inviter": [[invitationLifetimeMs / day, "day"]],
  "providers trouble.over_text": [[providerSignInTimeoutMs / minute, "minute"]],
  "settings general.hours_wrong": [[pageTeamFields.nagHours.most, "hour"]],
  "settings image.logo_hint": [[maxPageImageBytes / 1024, "KB"]],
  "settings image.logo_dark_hint": [[maxPageImageBytes / 1024, "KB"]],
  "restating head.quarter": [[uptimePeriodDays.quarter, "day"]],
  "settings image.favicon_hint": [[maxPageImageBytes / 1024, "KB"]],
  "settings visibility.passphrase": [[pageUnlockMs / day, "day"]],
  "sign-in email.hint": [[signInLinkLifetimeMs / minute, "minute"]],
  "sign-in code.sent": [[signInLinkLifetimeMs / minute, "minute"]],
  "sign-in console.use": [[signInLinkMinutes, "minute"]],
  "sources rotate.hint": [[sourceOverlapMs / hour, "hour"]],
  "sources not_replayed.too_long": [[maxStoredBodyBytes / 1024, "KB"]],
  "subscribers import.asked_hint": [[importedRequestWindowMs / hour, "hour"]],
  "subscribers import.file_hint": [[subscriberImportLimits.lines, "line"]],
  "failures call.headers_too_long": [[maxUpstreamHeaderBytes / 1000, "KB"]],
  "failures correction.too_old": [[maxCorrectionAgeMs / day, "day"]],
  "failures correction.undo_too_old": [[maxCorrectionAgeMs / day, "day"]],
  "failures list_import.asks_most": [[importedRequestWindowMs / hour, "hour"]],
  "failures page.image_size": [[maxPageImageBytes / 1024, "KB"]],
  "failures person.wrong_code": [[signInLinkLifetimeMs / minute, "minute"]],
};

/** Whose figure is what is chosen itself: the key, or the field's own bounds, name it. */
const choices = [
  "account token_life.",
  "alerts several.minutes_",
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
const catalogues = ["app/i18n/locales/en.json", ...englishFiles()];

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
