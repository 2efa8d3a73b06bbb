import type { BrowserContext, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { type OwnPage, ownPage } from "../support/own-page";
import { allowNotifications, openProfile, pushTo } from "../support/push-browser";

/** Browser notifications from a visitor's side: two pages on one origin, each with a service worker of its own. */
let own: OwnPage;
let context: BrowserContext;
let tab: Page;

const endpoint = "https://fcm.googleapis.com/fcm/send/one-browser";

beforeAll(async () => {
  [own] = await Promise.all([ownPage({ name: "shop", components: ["Cards"] }), ownPage({ name: "shop-two" })]);
  context = await openProfile();
  await allowNotifications(context, own.server.url, endpoint);
  tab = await context.newPage();
});
afterAll(async () => {
  await context?.close();
});

/** What a service worker has, as far as it is asked here. */
interface ServiceWorkerGlobal {
  clients: { openWindow(url: string): Promise<unknown> };
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (name: string, init: { notification: Notification | undefined }) => Event;
}

/** Whether each of so many showings is heard. Asking for notifications before they are on the screen loses them. */
async function showingsOf(count: number) {
  const worker = context.serviceWorkers().find((each) => each.url() === shop("/service-worker.js")) as Worker;
  const showings = await worker.evaluateHandle(() => {
    const { registration } = globalThis as unknown as ServiceWorkerGlobal;
    const heard: boolean[] = [];
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (title, options: NotificationOptions & { renotify?: boolean } = {}) => {
      await show(title, options);
      heard.push(options.renotify === true);
    };
    return heard;
  });
  return {
    async settled(): Promise<boolean[]> {
      await expect.poll(() => showings.jsonValue(), { timeout: 20_000 }).toHaveLength(count);
      return showings.jsonValue();
    },
  };
}

interface Icon {
  src: string;
  sizes: string;
  type: string;
}

const at = (path: string) => new URL(path, own.server.url).href;
const shop = (rest = "") => at(`/${own.slug}${rest}`);

test("the script, the service worker and the manifest are small, and the page's own", async () => {
  const html = await (await fetch(shop("/subscribe"))).text();
  const [, script = ""] = /<script src="(\/assets\/push-script-[\w-]+\.js)" defer><\/script>/.exec(html) ?? [];
  const worker = await fetch(shop("/service-worker.js"));
  const [, imported = ""] =
    /^importScripts\("(\/assets\/push-worker-[\w-]+\.js)"\);\n$/.exec(await worker.text()) ?? [];
  for (const path of [script, imported]) {
    const size = (await (await fetch(at(path))).arrayBuffer()).byteLength;
    console.log(`${path}: ${size} bytes`);
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThanOrEqual(2048);
  }
  expect(worker.headers.get("content-security-policy")).toContain("script-src 'self'; connect-src 'self';");
  const manifest = (await (await fetch(shop("/app.webmanifest"))).json()) as { icons: Icon[] };
  const path = `/${own.slug}`;
  expect(manifest).toMatchObject({ name: "shop", id: path, start_url: path, scope: path });
  const { icons } = manifest;
  expect(icons.map(({ sizes, type }) => [sizes, type])).toEqual(
    ["180x180", "192x192", "512x512"].map((sizes) => [sizes, "image/png"]),
  );
  expect(html).toContain(`<link rel="apple-touch-icon" href="${path}/icon-180.png">`);
  await tab.goto(shop());
  const widths = await tab.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return image.naturalWidth;
        }),
      ),
    icons.map(({ src }) => src),
  );
  expect(widths).toEqual([180, 192, 512]);
});

test("pressed, the browser subscribes; what is pushed is shown once, the newest of a subject in place of the one before", async () => {
  await tab.goto(shop("/subscribe"));
  const posted = tab.waitForRequest((request) => request.method() === "POST" && request.url() === shop("/subscribe"));
  await tab.getByRole("button", { name: "Notify me in this browser" }).click();
  const fields = new URLSearchParams((await posted).postData() ?? "");
  expect(Object.fromEntries(fields)).toMatchObject({ kind: "web-push", "target.endpoint": endpoint });
  await tab.getByRole("heading", { name: "You are subscribed" }).waitFor();
  const registrations = () =>
    tab.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  expect(await registrations()).toEqual([shop("/")]);
  const pushes = await pushTo(tab, shop("/"));
  const told = {
    id: "1",
    title: "shop: Cards",
    body: "Investigating",
    tag: "t1",
    lang: "en",
    url: shop("/incidents/1"),
  };
  const all = [
    told,
    told,
    { ...told, id: "2", body: "Resolved" },
    { ...told, id: "3", tag: "t2", title: "shop: Search" },
  ];
  const heard = await showingsOf(all.length);
  await Promise.all(all.map((next) => pushes.deliver(JSON.stringify(next))));
  expect(await heard.settled()).toEqual([true, false, true, true]);
  const shown = await pushes.shown();
  expect(shown.map(({ title, body }) => [title, body])).toEqual(
    expect.arrayContaining([
      ["shop: Cards", "Resolved"],
      ["shop: Search", "Investigating"],
    ]),
  );
});

test("pressed, a notification opens what it is about", async () => {
  const [worker] = context.serviceWorkers();
  const opened = await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobal;
    const opening = new Promise<string>((open) => {
      scope.clients.openWindow = async (url: string) => open(url);
    });
    const [notification] = await scope.registration.getNotifications({ tag: "t2" });
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    return opening;
  });
  expect(opened).toBe(shop("/incidents/1"));
});

test("who subscribed changes what they are told, and leaves, on their own page", async () => {
  await tab.getByLabel("Only the components I choose").check();
  await tab.getByLabel("Cards").check();
  await tab.getByLabel("Language of your notifications").selectOption("de");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByRole("status").filter({ hasText: "Saved." }).waitFor();
  expect(await tab.getByLabel("Cards").isChecked()).toBe(true);
  expect(await violations(tab)).toEqual([]);
  await tab.getByRole("button", { name: "Stop these notifications" }).click();
  await tab.getByText("This browser won’t get any more notifications from shop.").waitFor();
});

test.each(["en", "de", "ar", "ja"])(
  "in %s the button stands on a phone, in the dark as well, and nothing is wider",
  async (language) => {
    await tab.setViewportSize({ width: 375, height: 800 });
    for (const dark of [false, true]) {
      await tab.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      await context.setExtraHTTPHeaders({ "accept-language": language });
      await tab.goto(shop("/subscribe"));
      const button = tab.locator("#push button");
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await overflow(tab)).toBe(0);
      expect(await violations(tab)).toEqual([]);
      if (process.env.LOOK)
        await tab.screenshot({ path: `${process.env.LOOK}/push-${language}-${dark}.png`, fullPage: true });
    }
  },
);
