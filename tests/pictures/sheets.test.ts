import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type Column, drawSheet, type Sheet } from "../support/contact-sheet";
import { publicSituations } from "../support/public-situations";

/** `npm run pictures`: everything that a surface may have to show, as everybody may meet it, in one picture each. */
let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const columns: readonly Column[] = [
  { name: "375 px", width: 375 },
  { name: "375 px, dark", width: 375, dark: true },
  { name: "Arabic", width: 375, language: "ar" },
  { name: "Japanese", width: 375, language: "ja" },
  { name: "German", width: 375, language: "de" },
  { name: "Forced colours", width: 375, forcedColors: true },
  { name: "Letters at 200 %", width: 375, letters: 200 },
  { name: "800 px", width: 800 },
  { name: "1440 px", width: 1440 },
  { name: "1440 px, dark", width: 1440, dark: true },
];

/** What stands at an end of a table's cell is told without a style, for feeds and mails. */
const validator = new HtmlValidate({ extends: ["html-validate:standard"], rules: { "no-deprecated-attr": "off" } });

async function faults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

/** A further surface is one more sheet here: its situations, and how each is opened in a tab. */
const sheets: readonly Sheet[] = [
  {
    name: "public-sheet",
    columns,
    situations: Object.entries(publicSituations).map(([name, document]) => ({
      name,
      async open(tab, { language = null }) {
        const html = await document({ language });
        await tab.setContent(html);
        return faults(html);
      },
    })),
  },
];

const wrongIn = async (tab: Parameters<typeof violations>[0]) => {
  const wide = await overflow(tab);
  return [...(await violations(tab)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
};

test.each(sheets)("$name is drawn, and nothing on it is wrong", async (sheet) => {
  const context = await browser.visitor({ script: true });
  const { wrong, bytes } = await drawSheet(context, sheet, { file: `docs/images/${sheet.name}.webp`, check: wrongIn });
  console.log(`docs/images/${sheet.name}.webp: ${bytes} bytes`);
  expect(wrong).toEqual([]);
  expect(bytes).toBeLessThan(1_500_000);
});
