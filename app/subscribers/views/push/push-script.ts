/**
 * The one button of the subscribe form that needs a script: notifications by this very browser. It is shown where the
 * browser can, and sends the same form with what the browser hands out. At most 2,048 bytes as it is built.
 */
const find = <E extends HTMLElement>(what: string) => document.querySelector<E>(what);

const part = find("#push");
const form = part?.closest("form");
/** Before each path of the page, with a slash at its end. */
const base = form?.action.replace(/subscribe$/, "") ?? "";

/** Safari on phones pushes to pages that are on the home screen only, and says whether this one is. */
const toBeInstalled = "standalone" in navigator && navigator.standalone === false;

function say(text: string | undefined): void {
  const voice = find("#push-said");
  if (voice) voice.textContent = text ?? "";
}

/** Subscribed for another key, as of an earlier deployment at this address: that one is given up first. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
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

async function ask(): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(`${base}service-worker.js`, { scope: base });
  const [{ pushManager }, { key }] = await Promise.all([
    navigator.serviceWorker.ready,
    fetch(`${base}push`).then((answer) => answer.json() as Promise<{ key: string }>),
  ]);
  return subscribed(pushManager, key);
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
    const given = await ask();
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

/** A module of its own: what it names is not named for others. */
export {};
