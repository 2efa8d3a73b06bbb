import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { contrastRatio } from "~/text/contrast";
import {
  berlin,
  brand,
  incidentFacts,
  links,
  maintenanceFacts,
  rightToLeft,
  sampleContents,
  sampleUpdate,
} from "../../../tests/support/sample-letters";
import { words } from "../../../tests/support/words";
import { accentOnDark, darkEmailColours, emailColoursByStateLetter, lightEmailColours } from "./colours";
import type { EmailContent } from "./content";
import { incidentEmailContent } from "./incident";
import { maintenanceEmailContent } from "./maintenance";
import { renderEmail } from "./print";
import { emailReaderOf } from "./reader";
import { signInEmailContent } from "./sign-in";

const printed = (content: EmailContent, reader = berlin) => renderEmail(content, reader, {});
const samples = Object.entries(sampleContents(berlin)).map(
  ([name, content]) => [name, printed(content), content] as const,
);

const decoded = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");

/** Returns the visible text: without the head, the hidden preheader and the decorative marks. */
const seenIn = (html: string) =>
  decoded(
    html
      .replace(/<head>.*<\/head>/s, "")
      .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, "")
      .replaceAll(/<span aria-hidden="true">[^<]*<\/span>/g, "")
      .replaceAll(/<[^>]+>/g, " "),
  );

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const addressesIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => decoded(url ?? ""));

test.each(samples)("%s: the plain text says every word and has every link of the HTML", (_, { html, text }) => {
  const known = new Set(wordsOf(text));
  expect(wordsOf(seenIn(html)).filter((word) => !known.has(word))).toEqual([]);
  expect(addressesIn(html).length).toBeGreaterThan(0);
  expect(addressesIn(html).filter((url) => !text.includes(url))).toEqual([]);
});

test.each(samples)("%s: is small, whole, without images or scripts", async (_, { html, text, subject }) => {
  expect(html.length).toBeLessThan(20_000);
  expect(html).not.toMatch(/<(img|script|link|iframe|form)\b/);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(`${html}${text}${subject}`).not.toMatch(/undefined|\[object|mail\.[a-z]|\{\{|NaN/);
  const report = await new HtmlValidate({
    extends: ["html-validate:standard"],
    rules: {
      "no-inline-style": "off",
      "void-style": "off",
      "doctype-style": "off",
      "attribute-boolean-style": "off",
      "no-deprecated-attr": "off",
      "long-title": "off",
      "no-trailing-whitespace": "off",
    },
  }).validateString(html);
  expect(
    report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([]);
});

test("every mail to a subscriber repeats how to change, how to leave, the page and why it came", () => {
  for (const name of ["incident", "resolved", "scheduled", "in_progress", "completed", "cancelled"]) {
    const { html, text } = printed(sampleContents(berlin)[name] as EmailContent);
    for (const part of [links.change, links.leave, brand.url, "You’re receiving this email because"]) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
  }
});

test("a mail's subject says the page, what is new and the name", () => {
  const titles = (["scheduled", "in_progress", "completed", "cancelled"] as const).map(
    (news) => maintenanceEmailContent(maintenanceFacts(news), berlin, links).subject,
  );
  const said = ["Scheduled", "In progress", "Completed", "Cancelled"];
  expect(titles).toEqual(said.map((word) => `[Acme Cloud] ${word}: Larger machines for the primary database`));
});

test("a maintenance's plan is told once, also where an update repeats it", () => {
  const plan = maintenanceFacts("in_progress");
  const repeated = { ...sampleUpdate("x", { status: "in_progress" }), html: plan.html, text: plan.text };
  for (const news of ["in_progress", "update"] as const) {
    const { text } = printed(maintenanceEmailContent(maintenanceFacts(news, { fresh: [repeated] }), berlin, links));
    expect([news, text.split(plan.text.slice(0, 30)).length - 1]).toEqual([news, 1]);
  }
});

test("a maintenance says its window in the reader's zone, by name, and in UTC", () => {
  const { text, html } = printed(maintenanceEmailContent(maintenanceFacts("scheduled"), berlin, links));
  for (const part of ["Sun, Nov 22, 2026, 02:00 – 04:00 (Europe/Berlin)", "Nov 22, 2026, 01:00 – 03:00 UTC", "2 h"]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
});

test("a digest of five has all five on top, newest first, and what was told before below", () => {
  const five = [5, 4, 3, 2, 1].map((n) => sampleUpdate(`News number ${n}.`, { id: `f${n}` }));
  const { text } = printed(incidentEmailContent(incidentFacts({ fresh: five }), berlin, links));
  const places = [5, 4, 3, 2, 1].map((n) => text.indexOf(`News number ${n}.`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(text.indexOf("Earlier updates")).toBeGreaterThan(places.at(-1) ?? 0);
});

test("an update of 25,000 characters is there in full; earlier ones give way before the way out does", () => {
  const long = Array.from({ length: 5000 }, (_, n) => `w${String(n).padStart(3, "0")}`.slice(0, 4)).join(" ");
  const body = long.slice(0, 25_000);
  const earlier = [1, 2, 3].map((n) => sampleUpdate(body, { id: `e${n}` }));
  const { html, text } = printed(
    incidentEmailContent(incidentFacts({ fresh: [sampleUpdate(body)], earlier }), berlin, links),
  );
  expect(text).toContain(body.trim());
  expect(text).toContain("View 2 earlier updates on the status page.");
  expect(html.length).toBeLessThan(100_000);
  expect(html).toContain(links.leave);
});

test("a text whose HTML would be cut by mail readers ends in time, and says so", () => {
  const { html, text } = printed(
    incidentEmailContent(incidentFacts({ fresh: [sampleUpdate("&<".repeat(12_500))], earlier: [] }), berlin, links),
  );
  expect(html.length).toBeLessThan(100_000);
  expect(text).toContain("Continue reading on the status page.");
});

test("20 components stand there with word, shape and colour", () => {
  const components = Array.from({ length: 20 }, (_, n) => ({ name: `Part ${n}`, status: "major_outage" as const }));
  const { html, text } = printed(incidentEmailContent(incidentFacts({ components }), berlin, links));
  for (const { name } of components) expect(text).toContain(`- ${name}: Major outage`);
  expect(html.split(emailColoursByStateLetter.m.shape).length - 1).toBe(20);
  expect(html.length).toBeLessThan(20_000);
});

test("a language from right to left turns the mail, names keep their own direction", () => {
  const { html, text, subject } = printed(sampleContents(rightToLeft).incident as EmailContent, rightToLeft);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<main dir="rtl"');
  expect(html).not.toMatch(/(?:margin|padding|border)-(?:left|right)|text-align:(?:left|right)/);
  expect(html).toContain("<bdi>Public API</bdi>");
  for (const part of ["تم تحديد السبب", "المكوّنات المتأثرة", "إلغاء الاشتراك", "20 نوفمبر"])
    expect(text).toContain(part);
  expect(`${html}${text}${subject}`).not.toMatch(/[\u2066\u2067]|\{\{|You’re receiving/);
  expect(text).toContain("\u2068Public API\u2069");
  expect(subject).not.toMatch(/[\u2066-\u2069]/);
});

test("a letter in Japanese counts, dates and names as Japanese does", () => {
  const tokyo = emailReaderOf(words("ja"), "Asia/Tokyo");
  const { html, text } = printed(maintenanceEmailContent(maintenanceFacts("scheduled"), tokyo, links), tokyo);
  expect(html).toContain('<html lang="ja" dir="ltr">');
  expect(text).toContain("2026年11月22日(日) 10:00～12:00（Asia/Tokyo）");
  expect(text).not.toMatch(/You get this|\{\{/);
});

test("names of strangers are text, in HTML and in plain text", () => {
  const title = '<img src=x onerror="alert(1)">\r\nBcc: a@b.c\u202Egnp.exe';
  const { html, text, subject } = printed(
    incidentEmailContent(
      incidentFacts({ title, components: [{ name: "</td><b>", status: "no_data" }] }),
      berlin,
      links,
    ),
  );
  expect(html).not.toContain("<img");
  expect(html).not.toContain("</td><b>");
  expect(subject).toBe('[Acme Cloud] Identified: <img src=x onerror="alert(1)"> Bcc: a@b.cgnp.exe');
  expect(text).not.toMatch(/^Bcc:/m);
});

test("script, onerror, javascript: and data: in Markdown do nothing in a mail", () => {
  const body =
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](data:image/png;base64,AA) ![z](https://e.com/z.png)";
  const { html, text } = printed(incidentEmailContent(incidentFacts({ fresh: [sampleUpdate(body)] }), berlin, links));
  expect(html).not.toMatch(/<script|<img|href="(?!https:)/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).toContain("<script>alert(1)</script>");
  expect(addressesIn(html)).toContain("https://e.com/z.png");
});

test("every colour can be read on its ground, in light and in dark, whatever the accent", () => {
  for (const each of Object.values(emailColoursByStateLetter)) {
    expect(contrastRatio(each.light, lightEmailColours.card)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(each.dark, darkEmailColours.card)).toBeGreaterThanOrEqual(4.5);
  }
  for (const accent of ["#000000", "#1f5f4a", "#0000ff", "#b3261e", "#4b0082"]) {
    expect(contrastRatio(accentOnDark(accent), darkEmailColours.card)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(accentOnDark(accent), darkEmailColours.ground)).toBeGreaterThanOrEqual(4.5);
  }
  for (const accent of ["#ffff00", "red;}body{display:none", ""]) {
    const { html } = printed(incidentEmailContent(incidentFacts({ brand: { ...brand, accent } }), berlin, links));
    expect(html).not.toContain("display:none}");
    expect(html).not.toContain("background:#ffff00");
  }
});

test("what the page's people wrote is marked with their language where the mail is in another", () => {
  const reader = emailReaderOf(words("ar"), "Africa/Cairo", "de");
  const named = {
    ...incidentFacts({ title: "Störung" }),
    components: [{ name: "Netz", status: "operational" as const }],
  };
  const { html } = printed(incidentEmailContent(named, reader, links), reader);
  expect(html).toMatch(/<h1 [^>]*lang="de"[^>]*>Störung</);
  expect(html).toMatch(/<div class="md" dir="auto" lang="de">/);
  expect(html).toContain('<bdi lang="de">Netz</bdi>');
  expect(html.match(/<a class="a" dir="auto" lang="de" /g)).toHaveLength(2);
  const titleSaid = { key: "heartbeat_late" as const, names: ["Netz"] };
  const spoken = incidentFacts({
    titleSaid,
    fresh: [sampleUpdate("", { said: "resolved" })],
    earlier: [],
    components: [],
  });
  const own = printed(incidentEmailContent(spoken, reader, links), reader).html;
  expect(own).not.toMatch(/<(?:h1|div)[^>]*lang="de"/);
  const alike = emailReaderOf(words("de-AT"), "Europe/Vienna", "de");
  expect(printed(incidentEmailContent(named, alike, links), alike).html).not.toContain('lang="de"');
});

test("an announcement was posted: nothing has started", () => {
  const japanese = emailReaderOf(words("ja"), "Asia/Tokyo");
  const told = (impact: "none" | "major") =>
    printed(incidentEmailContent(incidentFacts({ impact }), japanese, links), japanese);
  expect(told("none").text).toContain("掲載：");
  expect(told("none").text).not.toContain("発生");
  expect(told("major").text).toContain("発生：");
});

test("a mail that verifies an address says that it does, and nothing of signing in", () => {
  const asked = { brand, url: `${brand.url}/x`, code: "ABCD1234", browser: null };
  const address = printed(signInEmailContent({ ...asked, purpose: "address" }, berlin));
  expect(address.text).toContain("because someone entered this address in their account");
  expect(address.text).toContain("the address is only added once it is confirmed");
  expect(`${address.subject}${address.text}`).not.toMatch(/asked to sign in|sign-in page/);
  expect(printed(signInEmailContent({ ...asked, purpose: "sign_in" }, berlin)).text).not.toContain("in their account");
});
