import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { incidentEmailContent } from "~/notifications/print/incident";
import { renderEmail } from "~/notifications/print/print";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { lookAs } from "../support/looks";
import {
  berlin,
  brand,
  incidentFacts,
  links,
  rightToLeft,
  sampleContents,
  sampleUpdate,
} from "../support/sample-letters";

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const letters = Object.entries(sampleContents(berlin)).map(
  ([name, content]) => [name, renderEmail(content, berlin, {})] as const,
);
const turned = renderEmail(sampleContents(rightToLeft).incident as never, rightToLeft, {});

/** How a mail looks in a reader with this width and scheme; `bare` = one that drops style sheets. */
async function shown(html: string, { width, dark, bare = false }: { width: number; dark: boolean; bare?: boolean }) {
  const context = await browser.visitor({ script: true, width, height: 700, dark });
  const tab = await context.newPage();
  await tab.setContent(bare ? html.replace(/<style>.*?<\/style>/s, "") : html);
  return tab;
}

test.each([...letters, ["from right to left", turned] as const])(
  "%s can be read by everybody, in light and in dark, on a phone and on a desk",
  async (_, { html }) => {
    const tab = await shown(html, { width: 375, dark: false });
    for (const [width, dark] of [
      [375, false],
      [375, true],
      [800, false],
      [800, true],
    ] as const) {
      await lookAs(tab, { width, height: 700, dark });
      expect(await violations(tab)).toEqual([]);
      expect(await overflow(tab)).toBe(0);
    }
    await tab.context().close();
  },
);

const unbroken = "W".repeat(255);
const hostile = incidentEmailContent(
  incidentFacts({
    title: unbroken,
    brand: { ...brand, name: unbroken },
    components: [{ name: unbroken, status: "degraded_performance" }],
    fresh: [
      sampleUpdate(
        `${unbroken}\n\n\`\`\`\n${unbroken}\n\`\`\`\n\n> ${unbroken}\n\n| a | b |\n| - | - |\n| ${unbroken} | c |\n\n<https://example.com/${unbroken}>`,
        { changes: [{ name: unbroken, from: "operational", to: "major_outage" }] },
      ),
    ],
  }),
  berlin,
  links,
);

test.each([320, 375, 800])(
  "nothing in a mail is wider than a window of %i px, however long its words",
  async (width) => {
    const tab = await shown(renderEmail(hostile, berlin, {}).html, { width, dark: false });
    expect(await overflow(tab)).toBe(0);
    await tab.context().close();
  },
);

test("a reader that drops the style sheet still shows one column of readable text", async () => {
  const [, incident] = letters[0] as (typeof letters)[number];
  const tab = await shown(incident.html, { width: 375, dark: false, bare: true });
  expect(await violations(tab)).toEqual([]);
  expect(await overflow(tab)).toBe(0);
  await tab.context().close();
});

async function takePictures(): Promise<void> {
  mkdirSync("docs/images", { recursive: true });
  const [, incident] = letters[0] as (typeof letters)[number];
  for (const [width, dark, name] of [
    [800, false, "mail-incident"],
    [375, true, "mail-incident-dark-375"],
  ] as const) {
    const tab = await shown(incident.html, { width, dark });
    await tab.screenshot({ path: `docs/images/${name}.png`, fullPage: true });
    await tab.context().close();
  }
}

if (process.env.UPFRONT_IMAGES) test("the pictures of the documentation", takePictures);
