import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { barDocument, barScript } from "../support/bar-document";
import { type ContextOptions, openBrowser, type TestBrowser } from "../support/browser";

/** The bars of days on a page's front: each day is read under the pointer, by keys and by touch. */
let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function front(options: ContextOptions = {}, direction: "ltr" | "rtl" = "ltr") {
  const context = await browser.visitor({ script: true, ...options });
  const [tab, content] = [await context.newPage(), await barScript()];
  await tab.setContent(await barDocument(direction));
  await tab.addScriptTag({ content });
  expect(content.length).toBeLessThanOrEqual(4096);
  const strip = tab.locator(".c > .v").first();
  await strip.scrollIntoViewIfNeeded();
  const box = await strip.boundingBox();
  if (!box) throw new Error("no bars are drawn");
  const placeOf = (share: number) => ({ x: box.x + box.width * share, y: box.y + 10 });
  return { tab, strip, day: tab.locator(".day"), placeOf, close: () => context.close() };
}

const date = /^[A-Z][a-z]{2} \d{1,2}: [A-Z]/;

test("a day's date and state stand under the pointer, and go with it", async () => {
  const { tab, day, placeOf, close } = await front();
  expect(await day.isHidden()).toBe(true);
  const { x, y } = placeOf(0.1);
  await tab.mouse.move(x, y);
  const first = (await day.textContent()) ?? "";
  expect(first).toMatch(date);
  await tab.mouse.move(placeOf(0.9).x, y);
  expect(await day.textContent()).not.toBe(first);
  await tab.mouse.move(2, 2);
  expect(await day.isHidden()).toBe(true);
  await close();
});

test("by keys: the newest day with the focus, others by arrows, away with Escape; Enter still opens the component", async () => {
  const { tab, strip, day, close } = await front();
  await strip.focus();
  const newest = await day.textContent();
  expect(newest).toMatch(date);
  await tab.keyboard.press("ArrowLeft");
  expect(await day.textContent()).not.toBe(newest);
  await tab.keyboard.press("End");
  expect(await day.textContent()).toBe(newest);
  expect(await violations(tab)).toEqual([]);
  await tab.keyboard.press("Escape");
  expect(await day.isHidden()).toBe(true);
  expect(await strip.getAttribute("href")).toMatch(/#days$/);
  await close();
});

test("by touch, at 375 px and from right to left: a first tap reads a day, a second one on it follows the link", async () => {
  const { tab, strip, day, placeOf, close } = await front({ width: 375 }, "rtl");
  const { x, y } = placeOf(0.05);
  const tap = () =>
    strip.evaluate(
      (link, at) => {
        const shared = { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, pointerType: "touch" };
        link.dispatchEvent(new PointerEvent("pointerdown", shared));
        const click = new PointerEvent("click", shared);
        window.addEventListener("click", (event) => event.preventDefault(), { once: true });
        document.addEventListener(
          "click",
          ({ defaultPrevented }) => link.setAttribute("data-kept", `${defaultPrevented}`),
          {
            once: true,
          },
        );
        link.dispatchEvent(click);
        return link.getAttribute("data-kept");
      },
      { x, y },
    );
  expect(await tap()).toBe("true");
  expect(await day.textContent()).toMatch(date);
  expect(await tap()).toBe("false");
  expect(await overflow(tab)).toBe(0);
  await close();
});
