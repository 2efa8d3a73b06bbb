import { foreignList, foreignNumber, foreignRecord, foreignText, foreignTexts } from "../contract/foreign-values";
import type { MoveDocumentPart } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginAnswer, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import { parseOriginYaml } from "../contract/origin-yaml";
import {
  originNextLink,
  originPathBelow,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  unlistedOriginAnswer,
} from "../contract/queued-api";
import {
  convertUpptimePage,
  convertUpptimeSite,
  hasShortUpptimeIssues,
  rawUpptimeSitesIn,
  type UpptimeSiteHistory,
} from "../contract/upptime/config";
import { convertUpptimeIssue, parseUpptimeIssue, type UpptimeIssue } from "../contract/upptime/issue";
import {
  daysOfYear,
  isHistorySummary,
  upptimeHistorySlug,
  upptimeSummarySlug,
  upptimeWatchStart,
  yearUptime,
} from "../contract/upptime/past";

const title = "Upptime";
const base = "https://api.github.com";

const daysReason =
  "Only minutes of a day are known: they are counted from its start. Days between two of them are up, as Upptime counts.";
const deletedReason = "Issues that lived less than 15 minutes were deleted there: such outages are in no incident.";

type Config = Record<string, unknown>;

/** Returns the page with its sites; `past` = what the history's files say, by slug. */
function partOfConfig(config: Config, past: ReadonlyMap<string, UpptimeSiteHistory>, notes: MoveNotes) {
  const nothing: UpptimeSiteHistory = { startedAt: null, history: [] };
  const sites = rawUpptimeSitesIn(config).flatMap(
    (each) => convertUpptimeSite(each, (slug) => past.get(slug) ?? nothing, notes) ?? [],
  );
  const all: NoteSubject = wholeOriginSubject(title);
  if ([...past.values()].some(({ history }) => history.length > 0))
    notes.approximated(all, "dailyMinutesDown", daysReason);
  if (!hasShortUpptimeIssues(config)) notes.approximated(all, "skipDeleteIssues", deletedReason);
  const part: MoveDocumentPart = {
    page: convertUpptimePage(config, notes),
    components: sites.flatMap(({ part: { components = [] } }) => components),
    monitors: sites.flatMap(({ part: { monitors = [] } }) => monitors),
  };
  return { part, slugs: sites.map(({ id }) => id) };
}

/** Returns what the summary says of a site. */
const summaryPast = (site: unknown) => ({ history: daysOfYear(site), uptime: yearUptime(site) });

/** Reads the history's files: when watching began, and the minutes of each day. */
function readPast(files: readonly OriginFile[]): OriginResult<Map<string, UpptimeSiteHistory>> {
  const past = new Map<string, UpptimeSiteHistory>();
  const add = (slug: string, more: Partial<UpptimeSiteHistory>) =>
    past.set(slug, { startedAt: null, history: [], ...past.get(slug), ...more });
  for (const { path, text } of files) {
    const slug = upptimeHistorySlug(path);
    const isSummary = isHistorySummary(path);
    if (slug === null && !isSummary) continue;
    const read = isSummary ? parseOriginJson(path, text) : parseOriginYaml(path, text);
    if (!read.ok) return read;
    if (slug !== null) add(slug, { startedAt: upptimeWatchStart(read.value) });
    else for (const each of foreignList(read.value)) add(upptimeSummarySlug(each), summaryPast(each));
  }
  return { ok: true, value: past };
}

/** Reads issues and comments that were saved beside the files: a list, and lists by number. */
function readIssues(
  files: readonly OriginFile[],
  slugs: readonly string[],
  notes: MoveNotes,
): OriginResult<MoveDocumentPart[]> {
  const [issues, comments]: [UpptimeIssue[], Config] = [[], {}];
  for (const { path, text } of files.filter((each) => /(?:issues|comments)\.json$/i.test(each.path))) {
    const read = parseOriginJson(path, text);
    if (!read.ok) return read;
    if (Array.isArray(read.value)) issues.push(...read.value.flatMap((each) => parseUpptimeIssue(each) ?? []));
    else Object.assign(comments, foreignRecord(read.value));
  }
  return {
    ok: true,
    value: issues.map((each) => convertUpptimeIssue(each, foreignList(comments[each.number]), slugs, notes)),
  };
}

function readFiles(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  const own = files.find(({ path }) => /(?:^|\/)\.upptimerc\.ya?ml$/.test(path));
  if (!own) return originRefusal("not_this_origin", "There is no .upptimerc.yml: give the repository's files.");
  const config = parseOriginYaml(own.path, own.text);
  if (!config.ok) return config;
  const past = readPast(files);
  if (!past.ok) return past;
  const notes = new MoveNotes();
  const { part, slugs } = partOfConfig(foreignRecord(config.value), past.value, notes);
  const issues = readIssues(files, slugs, notes);
  if (!issues.ok) return issues;
  if (issues.value.length === 0)
    notes.question(
      wholeOriginSubject(title),
      "issues",
      "Incidents are issues: read the repository by its address for them.",
    );
  const incidents = issues.value.flatMap((each) => each.incidents ?? []);
  const maintenances = issues.value.flatMap((each) => each.maintenances ?? []);
  return { ok: true, value: { ...part, incidents, maintenances, notes: notes.list } };
}

/** Returns the repository of an address such as `https://github.com/OWNER/REPO`. */
function repositoryOf(url: string): string | null {
  const [, found] = /^(?:https:\/\/github\.com\/)?([\w-]{1,39}\/[\w.-]{1,100}?)(?:\.git)?\/?$/i.exec(url.trim()) ?? [];
  return found ?? null;
}

/** Returns the text of a file that GitHub's contents answer in base64. */
function contentOf(body: unknown): string {
  const encoded = foreignText(foreignRecord(body).content).replaceAll(/\s/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 === 1) return "";
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
}

function readConfig(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const config = parseOriginYaml(".upptimerc.yml", contentOf(facts.body));
  if (!config.ok) return config;
  return { part: {}, memory: { config: config.value } };
}

/** Reads the summary; the configuration waited for its days. */
function readSummary(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const read = parseOriginJson("history/summary.json", contentOf(facts.body));
  const { notes } = facts;
  const past = new Map<string, UpptimeSiteHistory>();
  for (const each of read.ok ? foreignList(read.value) : []) {
    past.set(upptimeSummarySlug(each), { startedAt: null, ...summaryPast(each) });
  }
  const { part, slugs } = partOfConfig(foreignRecord(facts.memory.config), past, notes);
  if (!read.ok)
    notes.question(
      wholeOriginSubject(title),
      "history/summary.json",
      "It cannot be read: the days before do not come.",
    );
  return { part, memory: { config: null, slugs } };
}

function nextPage({ request, headers }: QueuedOriginAnswerFacts, about: Config = request.about): QueuedOriginRequest[] {
  const path = originPathBelow(base, originNextLink(headers));
  return path === null ? [] : [{ what: request.what, path, about }];
}

/** Issues without a comment come at once; the comments of others are asked for. */
function readIssuePage(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const slugs = foreignTexts(facts.memory.slugs);
  const issues = foreignList(facts.body).flatMap((each) => parseUpptimeIssue(each) ?? []);
  const parts = issues
    .filter(({ comments }) => comments === 0)
    .map((each) => convertUpptimeIssue(each, [], slugs, facts.notes));
  const root = facts.request.path.split("?")[0];
  const asked = issues
    .filter(({ comments }) => comments > 0)
    .map(
      (issue): QueuedOriginRequest => ({
        what: "comments",
        path: `${root}/${issue.number}/comments?per_page=100`,
        about: { issue, comments: [] },
      }),
    );
  return {
    part: {
      incidents: parts.flatMap(({ incidents = [] }) => incidents),
      maintenances: parts.flatMap(({ maintenances = [] }) => maintenances),
    },
    more: [...asked, ...nextPage(facts)],
  };
}

function readComments(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const comments = [...foreignList(facts.request.about.comments), ...foreignList(facts.body)];
  const more = nextPage(facts, { ...facts.request.about, comments });
  if (more.length > 0) return { part: {}, more };
  const issue = facts.request.about.issue as UpptimeIssue;
  return { part: convertUpptimeIssue(issue, comments, foreignTexts(facts.memory.slugs), facts.notes) };
}

/** GitHub answers 403 with a reset when the 60 requests of an hour are used. */
function limit({ status, headers }: OriginAnswer): number | null {
  if (status !== 403 && status !== 429) return null;
  const [left, reset] = [headers.get("x-ratelimit-remaining"), foreignNumber(headers.get("x-ratelimit-reset"))];
  if (left !== "0" || reset === null) return null;
  const now = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(now) ? 3_600_000 : Math.max(1000, reset * 1000 - now + 1000);
}

function begin({ url }: OriginSettings): OriginResult<QueuedOriginRequest[]> {
  const repository = repositoryOf(url);
  if (repository === null) return originRefusal("not_found", "Enter the repository: https://github.com/OWNER/REPO.");
  const root = `/repos/${repository}`;
  const issues = (label: string): QueuedOriginRequest => ({
    what: "issues",
    path: `${root}/issues?state=all&labels=${label}&per_page=50`,
  });
  return {
    ok: true,
    value: [
      { what: "configuration", path: `${root}/contents/.upptimerc.yml` },
      { what: "summary", path: `${root}/contents/history/summary.json` },
      issues("status"),
      issues("maintenance"),
    ],
  };
}

/**
 * Upptime: a repository of GitHub, by its files or by its address, which brings issues with their comments. Uptime:
 * `uptimeYear` of history/summary.json.
 */
export const upptimeOrigin: ImportOrigin = {
  name: "upptime",
  title,
  files: [
    { ending: ".yml", what: ".upptimerc.yml, and history/*.yml beside it" },
    { ending: ".json", what: "history/summary.json" },
  ],
  readFiles,
  api: queuedApiReader({
    title,
    pauseMs: 1000,
    begin,
    request({ path }, { key }) {
      const authorization: Record<string, string> = key === "" ? {} : { authorization: `Bearer ${key}` };
      return {
        method: "GET",
        url: `${base}${path}`,
        headers: { ...authorization, accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
      };
    },
    read(facts) {
      if (facts.request.what === "configuration") return readConfig(facts);
      if (facts.request.what === "summary") return readSummary(facts);
      if (!Array.isArray(facts.body)) return unlistedOriginAnswer("GitHub", facts.request.what);
      return facts.request.what === "issues" ? readIssuePage(facts) : readComments(facts);
    },
    limit,
  }),
};
