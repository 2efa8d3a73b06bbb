import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { pseudoLanguage } from "~/i18n/pseudo";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import routes from "~/routes";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import { addresses } from "../support/addresses";
import { openAuditStage } from "../support/audit-stage";
import { doorSteps } from "../support/audit-steps-doors";
import { pageSteps } from "../support/audit-steps-page";
import { peopleAndPageSteps } from "../support/audit-steps-people";
import { thingSteps } from "../support/audit-steps-things";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, type Who } from "../support/matrix-cast";
import { type Matrix, setMatrix } from "../support/matrix-stages";
import { textsOf, untranslated } from "../support/page-texts";
import { reasonsFor, textsGiven } from "../support/pseudo-reasons";

/** Every page that people see, asked for in the pseudo-language: what is English there is in no catalogue. */
let deployment: TestDeployment;
let matrix: Matrix;
const reasons = reasonsFor();

beforeAll(async () => {
  deployment = await openDeployment();
  matrix = await setMatrix(deployment);
});
afterAll(() => deployment.close());

/** What the steps of the walk are given, and what of it is not told from a word of ours by its letters. */
const auditReasons = reasonsFor([
  ...textsGiven("audit-"),
  ...[
    "a is down",
    "b is down",
    "c is down",
    "Name of ack",
    "FREQ=WEEKLY;BYDAY=SU",
    "down",
    "slow",
    "shop",
    "logo",
    "image/svg+xml",
    "de-CH",
    "UNTIL",
    "acme-shop.org",
    "status.",
    "Queue",
  ],
]);

/** What is no page, and a letter, which is in the language of who it is for. */
const noPages = new Set([
  "/manage/deployment/audit/export",
  "/manage/deployment/backup",
  "/manage/:page/audit/export",
  "/manage/:page/outbox/:id/email",
  "/manage/:page/preview",
  "/manage/:page/reach",
  "/manage/:page/messages/email",
  "/manage/:page/settings/export",
  "/manage/:page/subscribers/export",
]);

const pages = addresses(routes).filter((address) => !noPages.has(address));

/** Whom an address is for, so that all of it is shown. */
function reader(address: string): Who {
  if (!address.startsWith("/manage") || address.startsWith("/manage/sign-in")) return "visitor";
  return address.includes("/deployment") || address === "/manage/new" ? "operator" : "owner";
}

const asked = { "accept-language": pseudoLanguage, "sec-fetch-site": "same-origin" };

/** What nobody translated of an answer; each once. */
async function englishOf(answer: Response, given = reasons): Promise<string[]> {
  const html = await answer.text();
  expect(html).toContain(`<html lang="${pseudoLanguage}" dir="rtl"`);
  const texts = textsOf(html);
  expect(texts.some((text) => text.includes("⟦"))).toBe(true);
  return [...new Set(texts.flatMap((text) => untranslated(text, given)))];
}

async function read(who: Who, path: string): Promise<string[]> {
  const browser = await browserOf(deployment, who);
  return englishOf(await browser.go(path, { headers: asked }));
}

/** A postmortem begins in the language of the page, which is for its visitors: the log has it as it was written. */
const inThePagesLanguage = "incidents/postmortems/verbs#startPostmortem";

/** All that is done to a page, as long as it is there. */
const done = [...pageSteps, ...thingSteps, ...doorSteps, ...peopleAndPageSteps].filter(
  ({ key }) => key !== "pages/delete#deletePage" && key !== inThePagesLanguage,
);

/** Page by page to its end. */
async function readLog(from: TestDeployment, who: string, path: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | null = path; next; ) {
    const browser = await browserOf(from, who as Who);
    const answer: Response = await browser.go(next, { headers: asked });
    const html = await answer.clone().text();
    found.push(...(await englishOf(answer, auditReasons)));
    const query = /href="[^"]*\?([^"]*before=[^"]*)"/.exec(html)?.[1];
    next = query ? `${path}?${query.replaceAll("&amp;", "&")}` : null;
  }
  return [...new Set(found)];
}

test("what finds English finds it: beside a sentence, filled into one, and heard only", () => {
  const found = (html: string) => textsOf(html).flatMap((text) => untranslated(text, reasons));
  expect(found("<p>⟦Hëllö··⟧</p><p>Acme: ⟦Öpëñ·⟧</p>")).toEqual([]);
  expect(found("<p>⟦Hëllö··⟧ there</p>")).toEqual(["there"]);
  expect(found("<p>⟦Štåtûš: <b>Open</b>··⟧</p>")).toEqual(["Open"]);
  expect(found('<button aria-label="Save">⟦Šåvé·⟧</button>')).toEqual(["Save"]);
  expect(found("<svg><title>Up</title><text>⟦Ûp·⟧</text></svg>")).toEqual(["Up"]);
  expect(found("<pre>curl -fsS</pre><p lang='de'>⟦x⟧</p><p lang=\"de\">Störung</p>")).toEqual([]);
});

describe("in the pseudo-language no word is English", () => {
  test.each(pages)("GET %s", async (address) => {
    expect(await read(reader(address), matrix.pathOf(address, matrix.stages[0]))).toEqual([]);
  });

  test.each([
    ["sources", "owner", "/manage/acme/sources/new", sourceAdapters],
    ["monitors", "owner", "/manage/acme/monitors/new", monitorKinds],
    ["channels", "owner", "/manage/acme/channels/new", channelAdapters],
    ["mailers", "operator", "/manage/deployment/mailers/new", mailerAdapters],
  ] as const)("the form of every kind of %s", async (_, who, path, kinds) => {
    const found: string[] = [];
    for (const { kind } of kinds)
      found.push(...(await read(who, `${path}?kind=${kind}`)).map((each) => `${kind}: ${each}`));
    expect(found).toEqual([]);
  });

  test.each(pages)("a form that says nothing, sent to %s", async (address) => {
    const browser = await browserOf(deployment, reader(address));
    const body = new URLSearchParams({ form: "x" });
    const path = matrix.pathOf(address, matrix.stages[1]);
    const answer = await browser.go(path, { method: "POST", headers: asked, body });
    if (answer.status === 303) return;
    expect(await englishOf(answer)).toEqual([]);
  });

  test.each([
    ["viewer", "/manage/acme/settings/danger", 403],
    ["stranger", "/manage/acme", 404],
    ["visitor", "/manage/acme/nothing", 404],
    ["visitor", "/secret", 404],
    ["visitor", "/acme/incidents/nothing", 404],
  ] as const)("%s is refused %s", async (who, path, status) => {
    const browser = await browserOf(deployment, who);
    const answer = await browser.go(path, { headers: asked });
    expect(answer.status === 303 || answer.status === status).toBe(true);
    if (answer.status !== 303) expect(await englishOf(answer)).toEqual([]);
  });

  test("the audit log of everything that can be done", async () => {
    const stage = await openAuditStage();
    try {
      for (const step of done) {
        stage.deployment.clock.now += 1000;
        await step.run(stage);
        await stage.deployment.settled();
      }
      expect(await readLog(stage.deployment, "bob", "/manage/acme/audit")).toEqual([]);
      expect(await readLog(stage.deployment, "ada", "/manage/deployment/audit")).toEqual([]);
    } finally {
      await stage.close();
    }
  });
});
