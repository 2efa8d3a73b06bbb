import { describe, expect, test } from "vitest";
import {
  expectSettingsFit,
  expectSoundFiles,
  fileCounts,
  partOfFiles,
  waitsAfterLimit,
} from "../../../tests/support/origin-files";
import {
  expectSoundApi,
  moveCounts,
  originAnswer,
  originFixture,
  originSettings,
  readOriginApi,
} from "../../../tests/support/origin-reading";
import type { ApiOriginReader, ImportOrigin, OriginRequest } from "../contract/origin";
import { upptimeSlugOfName } from "../contract/upptime/config";
import { upptimeOrigin } from "./upptime";

const origin = upptimeOrigin as ImportOrigin & { api: ApiOriginReader };
const file = (path: string) => ({ path, text: originFixture(`upptime/site-a/${path}`) });
const repository = [
  ".upptimerc.yml",
  "history/summary.json",
  "history/is-a-dev-page.yml",
  "history/personal-github-page.yml",
].map(file);
const issues = ["composed-github-issues.json", "composed-github-comments.json"].map(file);
const settings = originSettings({ url: "https://github.com/acme/github-page-monitoring" });
const content = (path: string) =>
  JSON.stringify({ content: Buffer.from(file(path).text).toString("base64").replace(/.{60}/g, "$&\n") });

const listed = JSON.parse(issues[0]?.text ?? "[]") as { labels: { name: string }[] }[];
const comments = JSON.parse(issues[1]?.text ?? "{}") as Record<string, unknown[]>;
const labelled = (label: string) =>
  JSON.stringify(listed.filter(({ labels }) => labels.some(({ name }) => name === label)));

const answers: [RegExp, (url: string) => string][] = [
  [/contents\/\.upptimerc/, () => content(".upptimerc.yml")],
  [/contents\/history/, () => content("history/summary.json")],
  [/labels=status/, () => labelled("status")],
  [/labels=maintenance/, () => labelled("maintenance")],
  [/\/comments\?/, (url) => JSON.stringify(comments[/issues\/(\d+)/.exec(url)?.[1] ?? ""] ?? [])],
];
const answerTo = ({ url }: OriginRequest) =>
  originAnswer(answers.find(([pattern]) => pattern.test(url))?.[1](url) ?? "[]");

describe("a repository by its address", () => {
  const { document, requests } = readOriginApi(origin, settings, answerTo);

  test("so much is taken, approximated and left out", () => {
    expect(moveCounts(document)).toEqual({
      approximated: 2,
      components: 2,
      incidents: 3,
      left_out: 2,
      maintenances: 1,
      monitors: 2,
      pages: 1,
    });
    expectSettingsFit(document);
    const repository = /^https:\/\/github\.com\/[\w-]+\/[\w-]+$/;
    expect(document.page?.links).toEqual([{ label: "GitHub", url: expect.stringMatching(repository) }]);
    expect(
      requests.map(({ url }) => url.replace("https://api.github.com/repos/acme/github-page-monitoring", "")),
    ).toEqual([
      "/contents/.upptimerc.yml",
      "/contents/history/summary.json",
      "/issues?state=all&labels=status&per_page=50",
      "/issues/101/comments?per_page=100",
      "/issues/102/comments?per_page=100",
      "/issues/104/comments?per_page=100",
      "/issues?state=all&labels=maintenance&per_page=50",
    ]);
    expect(requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  test("an issue is an incident with what people wrote", () => {
    expect(
      document.incidents.map(({ impact, resolvedAt, updates }) => [impact, resolvedAt !== null, updates.length]),
    ).toEqual([
      ["major", true, 2],
      ["minor", true, 3],
      ["major", false, 2],
    ]);
    expect(document.incidents[1]?.updates[1]?.body).toBe("We see slow answers from the cache.\nMore soon.");
  });

  test("a planned issue is a maintenance", () => {
    expect(document.maintenances).toEqual([
      expect.objectContaining({
        startsAt: Date.parse("2024-11-24T13:00:00Z"),
        state: "completed",
        componentIds: ["is-a-dev-page", "personal-github-page"],
        updates: [expect.objectContaining({ body: "We move. **No data is lost.**" })],
      }),
    ]);
  });

  test("the limit of an hour is waited for", () => {
    const limit = originAnswer("{}", {
      status: 403,
      headers: {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": "1732000120",
        date: "Tue, 19 Nov 2024 07:06:40 GMT",
      },
    });
    expect(waitsAfterLimit(origin, settings, answerTo, limit)).toEqual([121_000]);
  });

  test("further pages are read by the Link header", () => {
    const paged = (request: OriginRequest) => {
      if (!request.url.includes("labels=status") || request.url.includes("page=2")) return answerTo(request);
      const next = `<${request.url}&page=2>; rel="next"`;
      return originAnswer("[]", { headers: { link: next } });
    };
    expect(readOriginApi(origin, settings, paged).document.incidents).toHaveLength(3);
  });

  test("reading is sound", () => expectSoundApi(origin, settings, answerTo));
});

describe("the files of a repository", () => {
  test.each([
    ["alone", repository, { approximated: 2, components: 2, left_out: 2, monitors: 2, pages: 1, question: 1 }],
    [
      "with issues beside them",
      [...repository, ...issues],
      { approximated: 2, components: 2, incidents: 3, left_out: 2, maintenances: 1, monitors: 2, pages: 1 },
    ],
  ])("%s bring so much", (_, files, counts) => expect(fileCounts(origin, files)).toEqual(counts));

  test("the past goes from the first day with minutes down to the last, and the days between are up", () => {
    const { monitors = [], components = [] } = partOfFiles(origin, repository);
    const day = Date.parse("2024-10-24");
    expect(monitors[1]?.history.slice(-2)).toEqual([
      { from: day, to: day + 816 * 60_000, status: "major_outage" },
      { from: day + 816 * 60_000, to: day + 86_400_000, status: "operational" },
    ]);
    const history = monitors[1]?.history ?? [];
    expect(history.every(({ from }, index) => index === 0 || from === history[index - 1]?.to)).toBe(true);
    expect(components[1]?.startedAt).toBe(Date.parse("2021-02-02T10:53:36Z"));
    expect(monitors.map(({ uptime }) => uptime)).toEqual([
      { percent: 99.89, days: 365, until: null },
      { percent: 99.8, days: 365, until: null },
    ]);
  });

  test("they say the same without their folder, as a browser sends them", () => {
    const chosen = repository.map(({ path, text }) => ({ path: path.replace("history/", ""), text }));
    expect(partOfFiles(origin, chosen)).toEqual(partOfFiles(origin, repository));
  });

  test("every kind of site is checked, and a secret is asked for", () => {
    const text = `sites:
  - {name: A, url: "https://a.example", headers: ["Authorization: Bearer $TOKEN"], expectedStatusCodes: [200, 401]}
  - {name: B, url: b.example, check: tcp-ping, port: 22}
  - {name: C, url: c.example, check: ssl}
  - {name: D, url: "wss://d.example", check: ws}
  - {name: E, url: e.example, check: pigeon}
`;
    const part = partOfFiles(origin, [{ path: ".upptimerc.yml", text }]);
    expectSettingsFit(part);
    expect(part.monitors?.map(({ kind, isPaused }) => [kind, isPaused])).toEqual([
      ["http", true],
      ["tcp", false],
      ["tls", false],
      ["websocket", false],
      [null, false],
    ]);
    expect(part.notes).toContainEqual(expect.objectContaining({ kind: "question", field: "$TOKEN" }));
  });

  test("no spoilt file throws", () => expectSoundFiles(origin, [...repository, ...issues]));
});

test.each([
  ["PandaFind", "panda-find"],
  ["Is a dev Page", "is-a-dev-page"],
])("the slug of %s is %s", (name, slug) => expect(upptimeSlugOfName(name)).toBe(slug));
