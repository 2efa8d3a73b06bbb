import { expect, test } from "vitest";
import { emailTimesIn } from "~/notifications/print/times";
import { words } from "../../tests/support/words";
import { calendarFormats } from "./calendar-words";
import { dateFormats } from "./dates";
import { type Language, languageNames } from "./languages";
import type { WordKey } from "./words";

const languages = Object.keys(languageNames) as Language[];
const hour = 3_600_000;
const at = Date.UTC(2026, 10, 20, 13, 5);
const zone = "Europe/Berlin";

/** Returns each sentence with a time, filled as the code fills it. */
function spoken(language: Language): Record<string, string> {
  const { t } = words(language);
  const [own, utc] = [dateFormats(language, zone), dateFormats(language, "Etc/UTC")];
  const mail = emailTimesIn(language, zone).instant(at);
  const [from, to] = ["2026-11-20", "2026-11-22"].map(calendarFormats(language).date);
  const month = own.month("2026-11");
  const said: Partial<Record<WordKey, Record<string, string>>> = {
    "fresh.stopped": { time: own.instant(at) },
    "fresh.behind": { time: own.instant(at) },
    "fresh.stale": { time: own.instant(at) },
    "fresh.checked": { time: own.instant(at) },
    "live.said": { title: "Acme", status: "OK", time: own.clock(at) },
    "live.copy": { page: "Acme", time: own.full(at) },
    "mail.started": { time: mail },
    "mail.posted": { time: mail },
    "mail.confirm_until": { time: mail },
    "badge.as_of": { state: "OK", time: utc.instant(at) },
    "reading.now": { time: own.clock(at), zone: "UTC" },
    "card.next": { title: "Acme", time: own.span(at, at + hour), zone: "UTC" },
    "report.range": { from: from ?? "", to: to ?? "" },
    "report.starts": { date: from ?? "" },
    "report.begins_later": { since: from ?? "" },
    "report.before_start": { since: from ?? "" },
    "history.earlier": { month },
    "history.show": { month },
    "history.before_first": { month },
  };
  // The picture for other sites shows its time in UTC, and says so.
  const pictured = { "fresh.stopped UTC": t("fresh.stopped", { time: `${utc.instant(at)} UTC` }) };
  return {
    ...Object.fromEntries(Object.entries(said).map(([key, values]) => [key, t(key as WordKey, values)])),
    ...pictured,
  };
}

/** Finds the same word twice, or "at" before a date that also contains it. */
const doubled = /(?<![\p{L}])(\p{L}+)[\s\u2068\u2069]+\1(?![\p{L}])/iu;
const twice = /\b(?:at|um|à|a las|às) .{0,12}\b(?:at|um|à|a las|às)\b|UTC\W+(?:Uhr|UTC)|Uhr\W+Uhr/iu;
const marks = /\.\.|,,|[,،、] ?[.。।]|{{|\bundefined\b|Invalid/;

test.each(languages)("%s: a time is at home in each of its sentences", (language) => {
  const found = Object.entries(spoken(language)).filter(
    ([, text]) => doubled.test(text) || twice.test(text) || marks.test(text),
  );
  expect(found).toEqual([]);
});

test("as a reader of each language reads until when a link is good", () => {
  expect(languages.map((language) => spoken(language)["mail.confirm_until"])).toEqual([
    "This link expires on Nov 20, 2026, 14:05 · 13:05 UTC.",
    "Der Link gilt bis zum 20. Nov. 2026, 14:05 · 13:05 UTC.",
    "Validez del enlace: hasta el 20 nov 2026, 14:05 · 13:05 UTC.",
    "Le lien est valable jusqu’au 20 nov. 2026, 14:05 · 13:05 UTC.",
    "O link vale até 20 de nov. de 2026, 14:05 · 13:05 UTC.",
    "このリンクの有効期限は2026年11月20日 14:05 · 13:05 UTCです。",
    "链接有效期至 2026年11月20日 14:05 · 13:05 UTC。",
    "الرابط صالح حتى \u206820 نوفمبر 2026، 14:05 · 13:05 UTC\u2069.",
    "הקישור תקף עד \u206820 בנוב׳ 2026, 14:05 · 13:05 UTC\u2069.",
    "लिंक 20 नव॰ 2026, 14:05 · 13:05 UTC तक काम करेगा।",
    "Deze link verloopt op 20 nov 2026, 14:05 · 13:05 UTC.",
    "Scadenza di questo link: 20 nov 2026, 14:05 · 13:05 UTC.",
    "Ten link jest ważny do 20 lis 2026, 14:05 · 13:05 UTC.",
    "Це посилання дійсне до 20 лист. 2026 р., 14:05 · 13:05 UTC.",
    "Bu bağlantının son geçerlilik zamanı: 20 Kas 2026 14:05 · 13:05 UTC.",
    "이 링크는 2026년 11월 20일 14:05 · 13:05 UTC에 만료됩니다.",
    "Tautan ini berlaku hingga 20 Nov 2026, 14.05 · 13.05 UTC.",
  ]);
});

test("since when checks are stopped, where the time names its zone", () => {
  expect(spoken("de")["fresh.stopped UTC"]).toBe("Automatische Prüfungen angehalten seit dem 20. Nov., 13:05 UTC");
});
