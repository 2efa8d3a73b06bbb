import { expect, test } from "vitest";
import {
  managementLocaleOf,
  parseReaderForm,
  type ReaderSettings,
  readerFormValues,
  readerSettingsCookieHeader,
  readerSettingsOf,
  readReaderSettingsCookie,
} from "./reader";

const origin = "https://status.example.com";
const none: ReaderSettings = { language: null, timeZone: null, theme: null };

function asked(headers: Record<string, string>, timezone?: unknown): Request {
  return Object.assign(new Request(`${origin}/acme`, { headers }), { cf: { timezone } });
}
/** Sends the cookie back as the browser would. */
const kept = (reader: ReaderSettings) =>
  asked({ cookie: readerSettingsCookieHeader(origin, reader).split(";")[0] ?? "" });

test.each<ReaderSettings>([
  { language: "zh-Hans", timeZone: "America/Argentina/Buenos_Aires", theme: "dark" },
  { language: null, timeZone: "Etc/GMT+12", theme: null },
  { language: "pt-BR", timeZone: null, theme: "light" },
  none,
])("what is kept is what was chosen: %o", (reader) => {
  expect(readReaderSettingsCookie(kept(reader), origin)).toEqual(reader);
  expect(parseReaderForm(readerFormValues(reader))).toEqual({ reader });
});

test("management's times are those of the account, else of the browser's clock, else of its network", () => {
  const request = new Request("https://status.example.com/manage", { headers: { cookie: "a=b; clock=Asia/Tokyo" } });
  const reader = { ...none, timeZone: "Europe/Paris" };
  expect(managementLocaleOf(request, reader, { language: null, timeZone: "Europe/Kyiv" }).timeZone).toBe("Europe/Kyiv");
  expect(managementLocaleOf(request, reader, null).timeZone).toBe("Asia/Tokyo");
  const forged = new Request("https://status.example.com/manage", { headers: { cookie: "clock=Mars/Base" } });
  expect(managementLocaleOf(forged, reader, null).timeZone).toBe("Europe/Paris");
});

test("what is no choice of ours counts as none, part by part", () => {
  const cookie = "__Host-reading=language=tlh&zone=%2B02:00&theme=dark&theme=x&more=1";
  expect(readReaderSettingsCookie(asked({ cookie }), origin)).toEqual({ ...none, theme: "dark" });
  expect(readReaderSettingsCookie(asked({ cookie: "__Host-reading=%%%" }), origin)).toEqual(none);
  expect(readReaderSettingsCookie(asked({ cookie: "reading=language=de" }), origin)).toEqual(none);
});

test("a choice goes before what browser and network say; an offset or nonsense from the network is nothing", () => {
  const german = { "accept-language": "de" };
  expect(readerSettingsOf(asked(german, "Asia/Tokyo"), origin)).toEqual({
    ...none,
    language: "de",
    timeZone: "Asia/Tokyo",
  });
  const cookie =
    readerSettingsCookieHeader(origin, { language: "fr", timeZone: "Europe/Paris", theme: null }).split(";")[0] ?? "";
  expect(readerSettingsOf(asked({ ...german, cookie }, "Asia/Tokyo"), origin)).toEqual({
    language: "fr",
    timeZone: "Europe/Paris",
    theme: null,
  });
  for (const zone of ["+09:00", "Mars/Olympus", 7, undefined])
    expect(readerSettingsOf(asked({}, zone), origin)).toEqual(none);
});
