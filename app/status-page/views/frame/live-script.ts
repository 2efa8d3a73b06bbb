/**
 * Runs in the reader's browser on every page that shows a state: fetches the page again while it is visible and applies
 * the changes (docs/protocols.md, "The live script"). At most 2,048 bytes when built.
 */

const shown = document;
const { dataset } = shown.documentElement;
const icon = "link[rel=icon]";

const find = (what: string, page = shown) => page.querySelector(what) as HTMLElement;
const voiceOf = (page?: Document) => find("[data-again]", page);

const voice = voiceOf();
const words = voice.dataset;
let tag = words.tag as string;

let timer: ReturnType<typeof setTimeout> | undefined;
let failed = 0;
let unchanged = 0;
/**
 * Seconds until the next request, set by the server from the page's state and the load; the header also comes with a
 * 304.
 */
let again = +(words.again as string);
/** When it last asked; a page that the browser restores from its cache is as old as that. */
let asked = +(words.at as string);

/** Returns a key that identifies a node whatever its state: its first link or heading. */
const keyOf = (node: Node) => node.nodeName + (node as Element).querySelector?.("a,h2,h3,h4")?.textContent;

function takeFrom(nodes: ChildNode[], fits: (node: ChildNode) => boolean): ChildNode | undefined {
  const at = nodes.findIndex(fits);
  return at < 0 ? undefined : nodes.splice(at, 1)[0];
}

/**
 * Turns `old` into `next` and leaves equal nodes alone, so that focus and selection stay. A group stays open or closed.
 */
function change(given: Node, wish: Node): void {
  const [old, next] = [given as Element, wish as Element];
  if (old.isEqualNode(next)) return;
  if (!next.attributes) {
    old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes, ...next.attributes]) {
    const value = next.getAttribute(name);
    if (name === "open") continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
  const left = [...old.childNodes];
  const wanted = [...next.childNodes];
  const equal = wanted.map((each) => takeFrom(left, (node) => node.isEqualNode(each)));
  const alike = equal.map((kept, at) => kept ?? takeFrom(left, (node) => keyOf(node) === keyOf(wanted[at] as Node)));
  for (const node of left) node.remove();
  let place = old.firstChild;
  wanted.forEach((each, at) => {
    const kept = alike[at];
    if (kept) change(kept, each);
    if (kept && kept === place) place = place.nextSibling;
    else old.insertBefore(kept ?? each, place);
  });
}

/**
 * Marks the page as possibly outdated: removes its colour and its tab icon, and shows since when, also to screen
 * readers. The next response is then fetched whole.
 */
function doubt(): void {
  dataset.old = tag = "";
  shown.title = voice.textContent = find(".asof").innerText;
  (find(icon) as HTMLLinkElement).href = "data:,";
}

function show(text: string): void {
  const next = new DOMParser().parseFromString(text, "text/html");
  const fresh = voiceOf(next);
  // The page is gone, or not for this reader any more.
  if (!fresh) location.reload();
  // The policy allows only styles whose hash it contains. A constructed sheet needs no hash, and follows the first.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(find("style", next).innerText);
  shown.adoptedStyleSheets = [sheet];
  const seen = shown.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const top = () => seen?.getBoundingClientRect().top as number;
  const before = top();
  for (const part of ["title", icon, "main"]) change(find(part), find(part, next));
  if (seen?.isConnected) scrollBy(0, top() - before);
  const { said } = words;
  change(voice, fresh);
  tag = words.tag as string;
  unchanged += 1;
  if (said === words.said) return;
  unchanged = 0;
  voice.textContent = (words.said ?? words.over) as string;
}

async function ask(): Promise<void> {
  const late = Date.now() - asked;
  asked += late;
  if (late > 2000 * again) doubt();
  try {
    const headers = { accept: "text/html", "if-none-match": tag };
    const answer = await fetch(location.href, { headers, signal: AbortSignal.timeout(30_000) });
    if (answer.status > 428) throw answer;
    again = Number(answer.headers.get("x-ask-again")) || again;
    const asOf = answer.headers.get("x-as-of");
    if (asOf) find(".asof>time").textContent = decodeURIComponent(asOf);
    else show(await answer.text());
    failed = 0;
    delete dataset.old;
    // The server's daily capacity for open tabs is used up.
    if (again > 1200) doubt();
  } catch {
    failed = failed * 2 || 1;
    doubt();
  }
  plan();
}

/** Returns seconds: longer after each failure, and when nothing has changed for long. */
const pause = () => (failed ? 60 * Math.min(16, failed) : Math.max(again, Math.min(300, 60 + 4 * unchanged)));

/**
 * Schedules the next request; a page that becomes visible again asks at once when it is due. A clock that was set back
 * delays nothing.
 */
function plan(): void {
  clearTimeout(timer);
  const wait = 1000 * pause();
  if (!shown.hidden) timer = setTimeout(ask, Math.min(wait, asked + wait - Date.now()));
}

/** A page saved as a file has no server to ask. */
if (location.protocol !== "file:") {
  shown.addEventListener("visibilitychange", plan);
  plan();
}
