/**
 * Runs in a subscriber's browser while the page is closed: shows notifications and opens the page that they are about
 * (docs/protocols.md, "Subscribers"). It handles no requests. At most 2,048 bytes after the build.
 */

/** The message as app/channels/kinds/web-push writes it. */
interface PushPayload {
  id: string;
  title: string;
  body: string;
  tag: string;
  lang: string;
  url: string;
}

type ShownNotification = Pick<PushPayload, "id" | "url">;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends ExtendableEvent {
  data: { json(): PushPayload } | null;
}
interface NotificationClickEvent extends ExtendableEvent {
  notification: Notification;
}
interface SubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

interface Tab {
  url: string;
  focus(): Promise<unknown>;
}

interface Worker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: "push", act: (event: PushEvent) => void): void;
  addEventListener(name: "notificationclick", act: (event: NotificationClickEvent) => void): void;
  addEventListener(name: "pushsubscriptionchange", act: (event: SubscriptionChangeEvent) => void): void;
}

const worker = globalThis as unknown as Worker;
const { registration, clients } = worker;

/** Shows the newest message of a subject, with a sound only the first time: a repeated one is silent. */
async function show({ id, title, body, tag, lang, url }: PushPayload): Promise<void> {
  const [before] = await registration.getNotifications({ tag });
  const shown: ShownNotification = { id, url };
  const options = { body, tag, lang, dir: "auto" as const, data: shown, renotify: before?.data.id !== id };
  await registration.showNotification(title, options);
}

let shownBefore: Promise<unknown> = Promise.resolve();

/**
 * Shows messages one after the other: two at once would both make a sound, and Chromium drops a notification requested
 * before the previous one is on the screen.
 */
function showInTurn(payload: PushPayload): Promise<unknown> {
  const shown = shownBefore.then(() => show(payload));
  shownBefore = shown.catch(() => undefined);
  return shown;
}

async function open(url: string): Promise<unknown> {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((each) => each.url === url);
  return tab ? tab.focus() : clients.openWindow(url);
}

/** Reports the browser's new endpoint after its push service changed it. */
async function renew(old: PushSubscription | null, given: PushSubscription | null): Promise<void> {
  if (!old) return;
  const next = given ?? (await registration.pushManager.subscribe(old.options));
  const body = JSON.stringify({ old: old.endpoint, ...next.toJSON() });
  await fetch(`${registration.scope}push`, { method: "POST", body });
}

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(showInTurn(event.data.json()));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as ShownNotification).url));
});
worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

/** Makes this file a module, so that its names are not global. */
export {};
