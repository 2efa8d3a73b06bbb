/**
 * Script of the subscribe form's button for notifications by this browser. Shows the button if the browser supports
 * push, and sends the same form with the browser's push subscription. At most 2,048 bytes after the build.
 */
const find = <E extends HTMLElement>(what: string) => document.querySelector<E>(what);

const part = find("#push");
const form = part?.closest("form");
/** Prefix of the page's paths, with a slash at its end. */
const base = form?.action.replace(/subscribe$/, "") ?? "";

/** Safari on phones supports push only for pages on the home screen, and states whether this is one. */
const toBeInstalled = "standalone" in navigator && navigator.standalone === false;

function say(text: string | undefined): void {
  const voice = find("#push-said");
  if (voice) voice.textContent = text ?? "";
}

/**
 * Subscribes; when a subscription with another key exists, as of an earlier deployment at this URL, that one is ended
 * first.
 */
async function subscribeAt(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

async function subscribeBrowser(): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(`${base}service-worker.js`, { scope: base });
  const [{ pushManager }, { key }] = await Promise.all([
    navigator.serviceWorker.ready,
    fetch(`${base}push`).then((answer) => answer.json() as Promise<{ key: string }>),
  ]);
  return subscribeAt(pushManager, key);
}

function hide(to: HTMLFormElement, name: string, value: string): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  to.appendChild(input);
}

function send(to: HTMLFormElement, { endpoint = "", keys = {} }: PushSubscriptionJSON): void {
  const { p256dh = "", auth = "" } = keys;
  for (const [name, value] of Object.entries({ endpoint, p256dh, auth })) {
    hide(to, `target.${name}`, value);
  }
  hide(to, "kind", "web-push");
  to.submit();
}

async function press(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  say("");
  try {
    const given = await subscribeBrowser();
    if (form && given) send(form, given.toJSON());
    else say(part?.dataset.denied);
  } catch {
    say(part?.dataset.failed);
  }
  button.disabled = false;
}

if (part && form && "PushManager" in window && "serviceWorker" in navigator) {
  part.hidden = false;
  const button = part.querySelector("button");
  button?.addEventListener("click", () => press(button));
} else if (toBeInstalled) {
  const how = find("#push-install");
  if (how) how.hidden = false;
}

/** Makes this file a module, so that its names are not global. */
export {};
