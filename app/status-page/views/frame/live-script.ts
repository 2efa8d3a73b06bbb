/**
 * Runs in a reader's browser on every page that names a state: asks for the page again while it is in sight and takes over
 * what changed (docs/mechanisms.md, "The live script"). At most 2,048 bytes as it is built.
 */
const minute = 60_000;
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
/** Seconds, as the server says by what the page shows and how busy it is; the header comes with a 304, too. */
let again = +(words.again as string);
/** When it last asked: a page that the browser brings back from what it kept is as old as that. */
let asked = +(words.at as string);

/** What a node is of, whatever state it is in: its first link or heading. */
const keyOf = (node: Node) => node.nodeName + (node as Element).querySelector?.("a,h2,h3,h4")?.textContent;

function takeFrom(nodes: ChildNode[], fits: (node: ChildNode) => boolean): ChildNode | undefined {
  const at = nodes.findIndex(fits);
  return at < 0 ? undefined : nodes.splice(at, 1)[0];
}

/** Makes `old` what `next` is and leaves alone what is equal, so that focus and selection stay. A group stays as it was opened. */
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

/** Nobody knows any more whether it is still so: no colour, no mark in the tab, and since when, also aloud. All of it is wanted next. */
function doubt(): void {
  dataset.old = tag = "";
  shown.title = voice.textContent = find(".asof").innerText;
  (find(icon) as HTMLLinkElement).href = "data:,";
}

function show(text: string): void {
  const next = new DOMParser().parseFromString(text, "text/html");
  const fresh = voiceOf(next);
  // It is not there any more, or not for this reader.
  if (!fresh) location.reload();
  // A policy names the sheets that markup may bring; one that is made here needs no name, and stands after the first.
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
    const answer = await fetch(location.href, { headers, signal: AbortSignal.timeout(minute / 2) });
    if (answer.status > 428) throw answer;
    again = Number(answer.headers.get("x-ask-again")) || again;
    const asOf = answer.headers.get("x-as-of");
    if (asOf) find(".asof>time").textContent = decodeURIComponent(asOf);
    else show(await answer.text());
    failed = 0;
    delete dataset.old;
    // The server has no more for open tabs today.
    if (again > 1200) doubt();
  } catch {
    failed = failed * 2 || 1;
    doubt();
  }
  plan();
}

/** Seconds: more after each failure, and when nothing new was said for long. */
const pause = () => (failed ? 60 * Math.min(16, failed) : Math.max(again, Math.min(300, 60 + 4 * unchanged)));

/** Seen again, it asks at once where it is older than it may be; a clock that was put back delays nothing. */
function plan(): void {
  clearTimeout(timer);
  const wait = 1000 * pause();
  if (!shown.hidden) timer = setTimeout(ask, Math.min(wait, asked + wait - Date.now()));
}

/** A page that was kept as a file has nobody to ask. */
if (location.protocol !== "file:") {
  shown.addEventListener("visibilitychange", plan);
  plan();
}
