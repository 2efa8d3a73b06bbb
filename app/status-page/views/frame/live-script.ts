/**
 * Runs in a reader's browser while something on the page is under way: asks for the page again about once a minute and
 * takes over what changed (docs/mechanisms.md, "The live script"). At most 2,048 bytes as it is built.
 */
const minute = 60_000;
const rest = minute / 2;

let timer: ReturnType<typeof setTimeout> | undefined;
let failed = 0;
let unchanged = 0;
/** Seconds, as the server says by how busy it is; the header comes with a 304, too. */
let again = 60;
let rested = true;
let over = false;

/** The sheet that was taken over last: each page has its own, of the rules for what it shows. */
let worn: string | null | undefined;

const find = (what: string, page = document) => page.querySelector<HTMLElement>(what);
const voiceOf = (page?: Document) => find("[data-said]", page);

/** What a node is of, whatever state it is in: its first link or heading. */
const keyOf = (node: Node) =>
  node.nodeName + (node instanceof Element ? node.querySelector("a,h2,h3,h4")?.textContent : "");

function takeFrom(nodes: ChildNode[], fits: (node: ChildNode) => boolean): ChildNode | undefined {
  const at = nodes.findIndex(fits);
  return at < 0 ? undefined : nodes.splice(at, 1)[0];
}

/** Makes `old` what `next` is and leaves alone what is equal, so that focus and selection stay. A group stays as it was opened. */
function change(old: Node, next: Node): void {
  if (!(old instanceof Element && next instanceof Element)) {
    old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes, ...next.attributes]) {
    const value = next.getAttribute(name);
    if (name === "open" || value === old.getAttribute(name)) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
  const left = [...old.childNodes];
  const wanted = [...next.childNodes];
  const equal = wanted.map((each) => takeFrom(left, (node) => node.isEqualNode(each)));
  const alike = wanted.map((each, at) => equal[at] ?? takeFrom(left, (node) => keyOf(node) === keyOf(each)));
  for (const node of left) node.remove();
  let place = old.firstChild;
  wanted.forEach((each, at) => {
    const kept = alike[at];
    if (kept && kept !== equal[at]) change(kept, each);
    if (kept && kept === place) place = place.nextSibling;
    else old.insertBefore(kept ?? each, place);
  });
}

/** A policy names the sheets that markup may bring; one that is made here needs no name. It stands after the first, and has all that the page shows. */
function dress(style: string | null | undefined): void {
  if (!style || style === worn) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  worn = style;
}

function show(text: string): void {
  const next = new DOMParser().parseFromString(text, "text/html");
  dress(find("style", next)?.textContent);
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const height = seen?.getBoundingClientRect().top ?? 0;
  for (const part of ["title", "link[rel=icon]", "main"]) {
    const [old, fresh] = [find(part), find(part, next)];
    if (old && fresh) change(old, fresh);
  }
  if (seen?.isConnected) scrollBy(0, seen.getBoundingClientRect().top - height);
  const [voice, said] = [voiceOf(), voiceOf(next)?.dataset.said];
  if (!voice) return;
  over = said === undefined;
  unchanged = said === voice.dataset.said ? unchanged + 1 : 0;
  if (unchanged === 0) voice.textContent = said ?? voice.dataset.over ?? "";
  voice.dataset.said = said ?? "";
}

async function ask(): Promise<void> {
  if (matchMedia("print").matches) {
    plan();
    return;
  }
  rested = false;
  setTimeout(() => {
    rested = true;
  }, rest);
  try {
    const signal = AbortSignal.timeout(rest);
    const answer = await fetch(location.href, { cache: "no-cache", headers: { accept: "text/html" }, signal });
    if (answer.status === 404 || answer.status === 410) location.reload();
    if (!answer.ok) throw answer;
    again = Number(answer.headers.get("x-ask-again")) || again;
    show(await answer.text());
    failed = 0;
  } catch {
    failed += 1;
  }
  plan();
}

/** Minutes: more after each failure, and when nothing new was said for long. */
const pause = () =>
  failed > 0 ? Math.min(16, 2 ** (failed - 1)) : Math.max(again / 60, Math.min(5, 1 + unchanged / 15));

function plan(wait = pause() * minute): void {
  clearTimeout(timer);
  if (!over && !document.hidden) timer = setTimeout(ask, wait);
}

/** A page that was kept as a file has nobody to ask. */
if (location.protocol !== "file:") {
  document.addEventListener("visibilitychange", () => plan(rested ? 0 : rest));
  plan();
}
