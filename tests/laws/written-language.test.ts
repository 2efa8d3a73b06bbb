import { afterAll, beforeAll, expect, test } from "vitest";
import { componentGroupTable } from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../support/database";
import { publicAddresses } from "../support/public-addresses";
import { put } from "../support/scenario";
import { makeToldPage, type ToldPage } from "../support/told-page";
import { openBrowser } from "../support/worker";

/** WCAG 3.1.2: what people wrote is marked with the page's own language wherever the words around it are in another. */
let deployment: TestDeployment;
let page: ToldPage;

/** Begins everything that people wrote. */
const mark = "Ding";

beforeAll(async () => {
  deployment = await openDeployment();
  page = await makeToldPage(deployment, "told", "t");
  const { d1 } = deployment.ctx();
  const times = { createdAt: 1, updatedAt: 1 };
  await put(deployment, componentGroupTable, [
    { id: "g", pageId: page.id, name: `${mark} Gruppe`, position: 1, ...times },
  ]);
  const links = JSON.stringify([{ label: `${mark} Verweis`, url: "https://example.com/" }]);
  const changes = [
    `UPDATE page SET language = 'de', name = '${mark} Seite', about = '${mark} wovon', links = '${links}', footer_html = '<p>${mark} Fuß</p>'`,
    `UPDATE component SET name = '${mark} ' || name, description = '${mark} was'`,
    `UPDATE component SET group_id = 'g' WHERE id = '${page.components[1]}'`,
    `UPDATE incident SET title = '${mark} ' || title`,
    `UPDATE incident_update SET body_html = '<p>${mark} ' || body || '</p>', body_text = '${mark} ' || body`,
    `UPDATE maintenance SET title = '${mark} ' || title, body_html = '<p>${mark} Platten</p>'`,
    "UPDATE snapshot SET wanted = wanted + 1",
  ];
  for (const sql of changes) await d1.prepare(sql).run();
  await publishPage(deployment.ctx(), page.id);
});
afterAll(() => deployment.close());

const empty = new Set(["meta", "link", "input", "br", "hr", "img", "path", "rect", "circle"]);
const token = /<(\/?)([a-z0-9]+)((?:"[^"]*"|[^">])*)>|([^<]+)/gi;

/** Each text with the language that it is in, but for those of the head. */
function textsIn(html: string): { text: string; language: string }[] {
  const open: { tag: string; language: string }[] = [];
  const found: { text: string; language: string }[] = [];
  for (const [, closing, tag = "", attributes = "", text = ""] of html.matchAll(token)) {
    const around = open.at(-1)?.language ?? "";
    if (text.trim() !== "" && !open.some((each) => each.tag === "head"))
      found.push({ text: text.trim(), language: around });
    if (tag === "") continue;
    if (closing) open.splice(open.findLastIndex((each) => each.tag === tag));
    else if (!empty.has(tag) && !attributes.endsWith("/"))
      open.push({ tag, language: / lang="([^"]+)"/.exec(attributes)?.[1] ?? around });
  }
  return found;
}

async function read(path: string, language: string): Promise<string | null> {
  resetIsolate();
  const browser = await openBrowser(deployment);
  const answer = await browser.go(`/told${path}`, { headers: { accept: "text/html", "accept-language": language } });
  return /^text\/html/.test(answer.headers.get("content-type") ?? "") ? answer.text() : null;
}

/** A sentence or a phrase of ours has kana in it, whatever name it is about. */
const isOurs = (text: string) => /\p{scx=Hira}/u.test(text);

test("who reads in another language is told of each text that people wrote in which it is", async () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const path of [...new Set(publicAddresses(page.on).map((each) => each.path))]) {
    const html = await read(path, "ja");
    // A name within a sentence of ours is a part of that.
    const theirs = textsIn(html ?? "").filter(({ text }) => text.startsWith(mark) && !isOurs(text));
    for (const { text, language } of theirs) {
      seen.add(text);
      if (language !== "de") wrong.push(`${path}: ${text} is ${language}`);
    }
  }
  expect(wrong).toEqual([]);
  for (const text of [
    "Seite",
    "wovon",
    "Verweis",
    "Fuß",
    "Gruppe",
    "was",
    "Platten",
    "told-a0",
    "Trouble tnow",
    "Work tsoon",
  ])
    expect([...seen]).toContain(`${mark} ${text}`);
});

test("who reads in the page's own language is told nothing", async () => {
  for (const path of ["", `/incidents/${page.on.incident}`, "/subscribe"])
    expect((await read(path, "de"))?.match(/ lang="/g)).toHaveLength(1);
});

test("feeds say that they are in the page's language", async () => {
  const browser = await openBrowser(deployment);
  const feed = async (path: string) =>
    (await browser.go(`/told${path}`, { headers: { "accept-language": "ja" } })).text();
  expect(await feed("/feed.atom")).toMatch(/<feed [^>]*xml:lang="de"/);
  expect(await feed("/feed.rss")).toContain("<language>de</language>");
  expect(await feed("/calendar.ics")).toContain("PRODID:-//Upfront//Status calendar//DE");
  expect(await feed("/badge.svg")).toContain('xml:lang="de"');
});
