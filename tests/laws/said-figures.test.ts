import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proofLengthMs } from "~/access/session";
import { calmAfterMs } from "~/alerts/rules/flap-history";
import { unlockMs } from "~/auth/keyring";
import { overlapMs as secretOverlap } from "~/channels/verbs";
import { correctionReachMs } from "~/corrections/rules/input";
import { horizonMs } from "~/maintenances/rules/series";
import { evidenceRetentionMs, maxBodyChars } from "~/monitors/rules/evidence";
import { usualReachMinutes } from "~/monitors/rules/usual-time";
import { updatePage } from "~/pages/update";
import { readPage } from "~/pages/verbs";
import { providerTripMs } from "~/people/rules/identity";
import { invitationMs } from "~/people/rules/invitation";
import { mailLinkMs } from "~/people/rules/sign-in";
import { mailLimits } from "~/plan/mail-limits";
import { createSource } from "~/sources/create";
import { maxBodyBytes } from "~/sources/rules/replay";
import { overlapMs } from "~/sources/rules/source-overlap";
import { figureDays } from "~/status-page/restating/rules/figures";
import { reviewMs } from "~/status-page/restating/rules/stage";
import { stoppedAfterMs } from "~/status-page/rules/seen-page";
import { refreshMinutes } from "~/status-page/views/parts/as-of-note";
import { importedRequestWindowMs } from "~/subscribers/rules/subscriber";
import { importLimits } from "~/subscribers/rules/subscriber-import";
import { maxImageBytes } from "~/text/image-type";
import { usualDays } from "~/time/report-range";
import { maxHeaderBytes } from "../../server/calls/upstream.ts";
import { linkMinutes } from "../../server/link.ts";
import { type Desk, good, openDesk } from "../support/desk";
import { openSignedIn } from "../support/sign-in";
import { englishFiles } from "../support/words";

/** What management says of a length or a size is what is in force: who changes the one is shown the other here. */
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Value and unit by the key of the text: each text with such a figure is here, or below. */
const figures: Record<string, [value: number, unit: "minute" | "hour" | "day" | "KB" | "line"][]> = {
  "account address.sent": [[mailLinkMs / minute, "minute"]],
  "alerts fact.flapping": [[calmAfterMs / minute, "minute"]],
  "channels rotate.sure": [[secretOverlap / hour, "hour"]],
  "components around.unwatched": [[usualDays, "day"]],
  "components around.uptime": [[usualDays, "day"]],
  "deployment changes.mail_limits": [[mailLimits.headers.value, "KB"]],
  "deployment changes.restating": [[reviewMs / day, "day"]],
  "deployment changes.standstill": [[stoppedAfterMs / minute, "minute"]],
  "done done.source-rotated": [[overlapMs / hour, "hour"]],
  "frame unsent.step_up": [[proofLengthMs / minute, "minute"]],
  "frame error_next.step_up": [[proofLengthMs / minute, "minute"]],
  "frame error_next.spent_link": [[mailLinkMs / minute, "minute"]],
  "locales fresh.refresh": [[refreshMinutes, "minute"]],
  "maintenances series.empty_hint": [[horizonMs / day, "day"]],
  "monitors evidence.about": [
    [evidenceRetentionMs / day, "day"],
    [maxBodyChars / 1024, "KB"],
  ],
  "monitors fact.usual": [[usualReachMinutes / 1440, "day"]],
  "monitors monitor.slowerThanUsual_hint": [[usualReachMinutes / 1440, "day"]],
  "people invitations.none_about": [[invitationMs / day, "day"]],
  "people share.about": [[invitationMs / day, "day"]],
  "people over.about": [[invitationMs / day, "day"]],
  "people over.about_inviter": [[invitationMs / day, "day"]],
  "providers trouble.over_text": [[providerTripMs / minute, "minute"]],
  "settings image.logo_hint": [[maxImageBytes / 1024, "KB"]],
  "settings image.logo_dark_hint": [[maxImageBytes / 1024, "KB"]],
  "restating head.quarter": [[figureDays.quarter, "day"]],
  "settings image.favicon_hint": [[maxImageBytes / 1024, "KB"]],
  "settings visibility.passphrase": [[unlockMs / day, "day"]],
  "sign-in email.hint": [[mailLinkMs / minute, "minute"]],
  "sign-in code.sent": [[mailLinkMs / minute, "minute"]],
  "sign-in console.use": [[linkMinutes, "minute"]],
  "sources rotate.hint": [[overlapMs / hour, "hour"]],
  "sources not_replayed.too_long": [[maxBodyBytes / 1024, "KB"]],
  "subscribers import.asked_hint": [[importedRequestWindowMs / hour, "hour"]],
  "subscribers import.file_hint": [[importLimits.lines, "line"]],
  "failures call.headers_too_long": [[maxHeaderBytes / 1000, "KB"]],
  "failures correction.too_old": [[correctionReachMs / day, "day"]],
  "failures correction.undo_too_old": [[correctionReachMs / day, "day"]],
  "failures import.asks_most": [[importedRequestWindowMs / hour, "hour"]],
  "failures page.image_size": [[maxImageBytes / 1024, "KB"]],
  "failures person.wrong_code": [[mailLinkMs / minute, "minute"]],
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
