import { basename } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { certificateFor } from "../support/certificates";
import { type Hook, startHook } from "../support/hook";
import {
  type ImportCourse,
  type ImportStage,
  openImportStage,
  testImportCourse,
  textFile,
} from "../support/import-course";
import { originPeerAnswer, originPeerKey } from "../support/origin-peer";
import { originFixture } from "../support/origin-reading";

let peer: Hook;
let stage: ImportStage;

/** A server that answers as the products do, and a deployment that may call it. */
beforeAll(async () => {
  const certificate = certificateFor();
  peer = await startHook(certificate);
  peer.answer(originPeerAnswer);
  stage = await openImportStage(certificate);
});
afterAll(async () => {
  await stage?.close();
  await peer?.close();
});

const giveUrl = (tab: Page) => tab.getByLabel(/^URL/).fill(peer.url);

async function giveUrlAndKey(tab: Page): Promise<void> {
  await giveUrl(tab);
  await tab.getByLabel(/^API key/).fill(originPeerKey);
}

const robotWindow = {
  id: 9,
  type: 3,
  friendly_name: "Weekly backup",
  start_time: "04:30",
  duration: 30,
  value: "1-3",
  status: 1,
};

/** The answer of getMonitors, in which the first monitor states its uptime and has a window. */
const robotAnswer = () =>
  originFixture("uptimerobot/v2-getMonitors.json").replace(
    '"sub_type"',
    `"all_time_uptime_ratio": "99.985", "mwindows": [${JSON.stringify(robotWindow)}], "sub_type"`,
  );

const repository = [
  ".upptimerc.yml",
  "history/summary.json",
  "history/is-a-dev-page.yml",
  "history/personal-github-page.yml",
];

/** A browser sends files without the folder that they are in. */
const repositoryFiles = () =>
  repository.map((path) => textFile(basename(path), originFixture(`upptime/site-a/${path}`)));

const courses: ImportCourse[] = [
  {
    product: "Upfront",
    slug: "from-upfront",
    give: giveUrlAndKey,
    noun: "Components",
    leftOut: "Mail",
    comes: ["API", "Website"],
    uptime: ["Website", /Days: 90\s+Not stated\s+\d/],
  },
  {
    product: "UptimeRobot",
    slug: "from-uptimerobot",
    give: (tab) => tab.getByLabel(/^Files/).setInputFiles(textFile("getMonitors.json", robotAnswer())),
    noun: "Components",
    leftOut: "PortTest",
    comes: ["Google", "My Web Page", "My FTP Server"],
    uptime: ["Google", /All known days\s+99\.98%\s+No data/],
    rooms: { maintenances: ["Weekly backup"] },
  },
  {
    product: "Better Stack",
    slug: "from-betterstack",
    give: giveUrl,
    noun: "Components",
    leftOut: "Support",
    comes: ["API"],
    uptime: ["API", /Days: 2\s+99\.91%\s+(?:\d|No data)/],
  },
  {
    product: "Healthchecks",
    slug: "from-healthchecks",
    give: giveUrlAndKey,
    noun: "Heartbeats",
    leftOut: "Database Backup",
    comes: ["Filesystem Backup"],
    shownAt: "heartbeats",
    uptime: ["Filesystem Backup", /Days: 90\s+Not stated\s+\d/],
  },
  {
    product: "Cachet",
    slug: "from-cachet",
    give: giveUrlAndKey,
    noun: "Components",
    leftOut: "Mail",
    comes: ["API"],
    uptime: ["API", /Days: 90\s+Not stated\s+\d/],
  },
  {
    product: "Upptime",
    slug: "from-upptime",
    give: (tab) => tab.getByLabel(/^Files/).setInputFiles(repositoryFiles()),
    noun: "Components",
    leftOut: "Is a dev Page",
    comes: ["Personal Github Page"],
    uptime: ["Personal Github Page", /Days: 365\s+99\.89%\s+No data/],
  },
  {
    product: "Instatus",
    slug: "from-instatus",
    give: giveUrl,
    noun: "Components",
    leftOut: "CDN",
    comes: ["API Gateway", "Dashboard"],
    uptime: ["API Gateway", /Days: 90\s+Not stated\s+\d/],
  },
];

describe.each(courses)("from $product, without script", (course) => testImportCourse(course, () => stage));
