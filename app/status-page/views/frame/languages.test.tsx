/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import type { Language } from "~/i18n/languages";
import { look, pageText } from "../../../../tests/support/public-page";
import { sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import { HomePage } from "../front/home-page";

function front(language: Language) {
  const scene = look(sampleSnapshot(), { language, zone: "Europe/Berlin" });
  return pageText(scene, <HomePage frame={scene.frame} page={scene.page} />);
}

test("what people wrote says its own language, where the words around it are in another", async () => {
  const [own, other] = [await front("en"), await front("ar")];
  expect(own).toContain('<div class="md" dir="auto">');
  expect(own).not.toMatch(/<body>.* lang=/s);
  expect(other).toContain('<div class="md" dir="auto" lang="en">');
  expect(other).not.toContain('<div class="md" dir="auto">');
});

test("a page in Arabic has no English around what people wrote, and its times and numbers are Arabic", async () => {
  const html = await front("ar");
  const spoken = html
    .replace(/<head>.*<\/head>/s, "")
    .replaceAll(/<div class="md".*?<\/div>/gs, "")
    .replaceAll(/<(\w+)[^>]* (?:lang="en"|datetime)[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<[^>]+>/g, " ");
  expect(html).toMatch(/<time [^>]*title="2026-11-\d\d \d\d:\d\d UTC">\d\d:\d\d غرينتش\+1<\/time>/);
  expect(spoken).not.toMatch(/\b(?:since|uptime|days?|incidents?|maintenance|updates?|operational|outage)\b/i);
});
