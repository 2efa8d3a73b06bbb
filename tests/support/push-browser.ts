import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { browserFlags } from "./browser";
import { requireProgram } from "./programs";
import { PushReceiver } from "./push-receiver";

/**
 * Opens a browser with a profile, because private windows, which all other visitors of tests use, may not show
 * notifications.
 */
export const openProfile = (): Promise<BrowserContext> =>
  chromium.launchPersistentContext("", { executablePath: requireProgram("whole chromium"), args: browserFlags });

/**
 * Allows the origin to show notifications. A test cannot reach the browser's push service, so the subscription is ours.
 */
export async function allowNotifications(context: BrowserContext, origin: string, endpoint: string) {
  const receiver = new PushReceiver();
  await context.grantPermissions(["notifications"], { origin });
  const given = { endpoint, keys: receiver.keys };
  await context.addInitScript((subscription) => {
    const of = PushManager.prototype;
    of.subscribe = async (options) => {
      const { applicationServerKey: key } = options ?? {};
      if (typeof key !== "string" || !/^B[\w-]{86}$/.test(key)) throw new TypeError("no key");
      return { ...subscription, toJSON: () => subscription } as unknown as PushSubscription;
    };
  }, given);
  return receiver;
}

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  lang: string;
  data: unknown;
}

/** Passes a message to the service worker as the push service would, by the browser's developer protocol. */
export async function pushTo(tab: Page, scope: string) {
  const cdp: CDPSession = await tab.context().newCDPSession(tab);
  const registered = new Promise<string>((found) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === scope && !isDeleted);
      if (own) found(own.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(scope);
  return {
    deliver: (data: string) => cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }),
    /** Returns the notifications that this worker shows. */
    shown: () =>
      tab.evaluate(async (at) => {
        const registration = await navigator.serviceWorker.getRegistration(at);
        const all = (await registration?.getNotifications()) ?? [];
        return all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }) as ShownNotification);
      }, scope),
  };
}
