import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { untilTakenOver } from "../support/taken-over";

/** The charts of management: of a monitor, and of the component that it watches. */
let own: OwnPage;
let browser: TestBrowser;
let desk: BrowserContext;
let tab: Page;
let monitor: string;
let component: string;

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: [] }), openBrowser()]);
  const api = await own.api();
  component = (await api(`/pages/${own.slug}/components`, { component: { name: "Checkout", status: "operational" } }))
    .id;
  const watched = { kind: "http", name: "Checkout answers", settings: { url: "https://checkout.example/well" } };
  const made = { ...watched, degraded_above_ms: 400, interval: 60, components: { [component]: "major_outage" } };
  monitor = (await api(`/pages/${own.slug}/monitors`, { monitor: made })).id;
  const began = { name: "Cards are refused", status: "investigating", body: "We look into it." };
  const incident = { ...began, components: { [component]: "partial_outage" } };
  await api(`/pages/${own.slug}/incidents`, { incident });
  desk = await browser.visitor({ script: true });
  tab = await own.signIn(desk);
});
afterAll(() => browser?.close());

const reader = /\/assets\/chart-reader-[\w-]+\.js/;

test.each([
  ["a monitor", () => own.manage(`/monitors/${monitor}`)],
  ["a component", () => own.manage(`/components/${component}`)],
])(
  "%s: what reads its values comes with the first look at the chart; what happened is named with a link",
  async (_, address) => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(request.url());
    tab.on("request", note);
    await tab.goto(address());
    await untilTakenOver(tab);
    const plot = tab.locator(".rc-plot");
    await expect.poll(() => plot.getAttribute("tabindex")).toBe("0");
    expect(asked.filter((url) => reader.test(url))).toEqual([]);
    await plot.focus();
    await expect.poll(() => plot.getAttribute("aria-valuetext")).toMatch(/ · Cards are refused$/);
    expect(asked.filter((url) => reader.test(url))).toHaveLength(1);
    await tab.keyboard.press("Home");
    await expect.poll(() => plot.locator(".rc-read").innerText()).toMatch(/ · Not checked$/);
    expect(await violations(tab)).toEqual([]);
    tab.off("request", note);
    await tab.locator(".rc-events").getByRole("link", { name: "Cards are refused" }).click();
    await expect.poll(() => tab.url()).toContain("/incidents/");
  },
);

test("the ranges and the limits need no script", async () => {
  const plain = await own.signIn(await browser.visitor({ width: 375 }));
  await plain.goto(own.manage(`/monitors/${monitor}`));
  await plain.getByRole("navigation", { name: "Time range" }).getByRole("link", { name: "90 days" }).click();
  expect(plain.url()).toContain("?range=quarter#response-times");
  expect(await plain.locator("main").innerText()).toContain("slow above 400 ms");
  expect(await plain.locator(".rc-plot").getAttribute("tabindex")).toBeNull();
  expect(await overflow(plain)).toBe(0);
});
