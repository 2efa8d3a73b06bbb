import {
  type CheckSettings,
  convertCheckHeaders,
  hostAndPort,
  httpCheckSettings,
  tcpCheckSettings,
  tlsCheckSettings,
  websocketCheckSettings,
} from "../check-settings";
import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedMonitor, MovedPage } from "../move-document";
import { type MoveNotes, type NoteSubject, wholeOriginSubject } from "../move-notes";
import { convertForeignLinks, type ForeignLink, toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { convertForeignTags, lacksCondition, toMovedComponentWithMonitor } from "../watched-things";

/**
 * Returns the slug that Upptime uses in a site's file names: words in lower case joined by hyphens, with camelCase
 * split into words.
 */
export const upptimeSlugOfName = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
    .join("-");

const secretShape = /\$[A-Z][A-Z0-9_]+/;

const fieldsLeftOut: Readonly<Record<string, string>> = {
  icon: "Components here have no picture.",
  assignees: unmovedReasons.people,
  type: unmovedReasons.places,
  location: unmovedReasons.places,
  ipv6: unmovedReasons.ipVersion,
  maxRedirects: "Redirects are followed up to ten times.",
  __dangerous__insecure: unmovedReasons.certificate,
  __dangerous__disable_verify_peer: unmovedReasons.certificate,
  __dangerous__disable_verify_host: unmovedReasons.certificate,
};

/** Codes that Upptime accepts where a site lists none. */
const usualCodes = "200-299, 300-308";

interface SiteFacts {
  site: Record<string, unknown>;
  subject: NoteSubject;
  notes: MoveNotes;
}

function headersOf({ site, subject, notes }: SiteFacts): string {
  const rows = foreignTexts(site.headers).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()] as const;
  });
  return convertCheckHeaders(rows, "headers", subject, notes);
}

function httpOf(facts: SiteFacts, url: string): CheckSettings | null {
  const { site } = facts;
  const codes = foreignTexts(site.expectedStatusCodes).join(", ");
  return httpCheckSettings({
    url: /^https?:\/\//i.test(url) ? url : `https://${url}`,
    method: foreignText(site.method).toUpperCase() || "GET",
    headers: headersOf(facts),
    body: foreignText(site.body),
    statuses: codes || usualCodes,
    contains:
      foreignText(site.__dangerous__body_degraded_if_text_missing) ||
      foreignText(site.__dangerous__body_down_if_text_missing),
    lacks: foreignText(site.__dangerous__body_down),
    follow: foreignNumber(site.maxRedirects) === 0 ? "no" : "yes",
  });
}

function checkOf(facts: SiteFacts): CheckSettings | null {
  const url = foreignText(facts.site.url).trim();
  const { host, port } = hostAndPort(url);
  const own = foreignNumber(facts.site.port) ?? port;
  const check = foreignText(facts.site.check) || "http";
  if (check === "http") return httpOf(facts, url);
  if (check === "tcp-ping") return tcpCheckSettings(host, own ?? 80);
  if (check === "ssl") return tlsCheckSettings(host, own ?? 443);
  return check === "ws"
    ? websocketCheckSettings(/^wss?:/i.test(url) ? url : `wss://${url.replace(/^[a-z]+:\/\//i, "")}`)
    : null;
}

/**
 * Records the settings of the check that cannot be imported. Returns true if the monitor must be imported as paused.
 */
function isUncertain({ site, subject, notes }: SiteFacts, check: CheckSettings | null): boolean {
  const kind = foreignText(site.check);
  if (check === null)
    notes.question(subject, "check", `No monitor here does a check of “${kind.slice(0, 60)}” with these settings.`);
  const secret = secretShape.exec(JSON.stringify(check?.settings ?? {}))?.[0];
  if (secret !== undefined)
    notes.question(subject, secret, "It is a secret of the repository: fill it in; the monitor comes paused.");
  if (foreignText(site.__dangerous__body_degraded) !== "") {
    notes.question(
      subject,
      "__dangerous__body_degraded",
      "An answer with this text is degraded there: add the condition; the monitor comes paused.",
    );
  }
  const slow = foreignNumber(site.maxResponseTime);
  if (slow !== null)
    notes.leftOut(subject, "maxResponseTime", `Set that it is degraded above ${slow} ms, in the monitor's settings.`);
  return [
    secret !== undefined,
    foreignText(site.__dangerous__body_degraded) !== "",
    lacksCondition(check, subject, notes),
  ].includes(true);
}

/** The history of a site, as read from Upptime's history files. */
export interface UpptimeSiteHistory {
  /** When Upptime started to check the site, UTC ms. */
  startedAt: number | null;
  history: MovedMonitor["history"];
  uptime?: MovedMonitor["uptime"];
}

export interface UpptimeSite {
  id: string;
  part: MoveDocumentPart;
}

/** Returns a site as a component with its monitor. */
export function convertUpptimeSite(
  value: unknown,
  pastOf: (slug: string) => UpptimeSiteHistory,
  notes: MoveNotes,
): UpptimeSite | null {
  const site = foreignRecord(value);
  const name = foreignName(site.name, foreignText(site.url));
  const id = parseForeignId(foreignText(site.slug) || upptimeSlugOfName(name));
  const subject: NoteSubject = { noun: "monitor", id, name };
  if (id === null) {
    notes.question(subject, "name", "It has neither name nor slug, so it does not come.");
    return null;
  }
  const facts = { site, subject, notes };
  const check = checkOf(facts);
  notes.leftOutFields(subject, site, fieldsLeftOut);
  const { component, monitor } = toMovedComponentWithMonitor({
    id,
    name,
    check,
    intervalSeconds: 300,
    isPaused: isUncertain(facts, check),
    tags: convertForeignTags(foreignTexts(site.tags), subject, "tags", notes),
    ...pastOf(id),
  });
  return { id, part: { components: [component], monitors: [monitor] } };
}

const configLeftOut: Readonly<Record<string, string>> = {
  assignees: unmovedReasons.people,
  notifications: unmovedReasons.channel,
  commitMessages: "Nothing is committed here.",
  commitPrefixStatusUp: "Nothing is committed here.",
  commitPrefixStatusDown: "Nothing is committed here.",
  commitPrefixStatusDegraded: "Nothing is committed here.",
  workflowSchedule: "A check runs every five minutes, as there.",
  skipDescriptionUpdate: "Nothing is committed here.",
  skipTopicsUpdate: "Nothing is committed here.",
  skipHomepageUpdate: "Nothing is committed here.",
  i18n: "The page has its own words in each language.",
  PAT: "It is a key of GitHub, and does not move.",
  customStatusWebsitePackage: unmovedReasons.looks,
};

const websiteLeftOut: Readonly<Record<string, string>> = {
  navbarGitHub: "Add a link to the repository in the page's settings.",
  favicon: unmovedReasons.favicon,
  theme: unmovedReasons.theme,
  themeUrl: unmovedReasons.looks,
  customHeadHtml: unmovedReasons.script,
  customBodyHtml: unmovedReasons.script,
  customFootHtml: unmovedReasons.script,
  css: unmovedReasons.looks,
  js: unmovedReasons.script,
  links: unmovedReasons.looks,
  metaTags: unmovedReasons.favicon,
  publish: "The page is published here.",
  robotsText: "Set whether search engines may list the page, in its settings.",
};

/**
 * Returns the navigation links except the one to `/`, with `$OWNER` and `$REPO` replaced by the repository's owner and
 * name.
 */
const linksOf = (navbar: unknown, { owner, repo }: Record<string, unknown>): ForeignLink[] =>
  foreignList(navbar)
    .map(foreignRecord)
    .filter(({ href }) => foreignText(href) !== "/")
    .map(({ title, href }) => ({
      label: title,
      url: foreignText(href)
        .replaceAll("$OWNER", () => foreignText(owner))
        .replaceAll("$REPO", () => foreignText(repo)),
    }));

export function convertUpptimePage(config: Record<string, unknown>, notes: MoveNotes): MovedPage {
  const website = foreignRecord(config["status-website"]);
  const id = parseForeignId([config.owner, config.repo].map(foreignText).filter(Boolean).join("/")) ?? "upptime";
  const name = foreignName(website.name, id);
  const subject: NoteSubject = { noun: "page", id, name };
  notes.leftOutFields(subject, website, websiteLeftOut);
  notes.leftOutFields(wholeOriginSubject("Upptime"), config, configLeftOut);
  const about = [website.introTitle, website.introMessage].map(foreignText).filter(Boolean).join("\n\n");
  return toMovedPage({
    id,
    name,
    about,
    timeZone: "UTC",
    host: website.cname,
    logoUrl: website.logoUrl,
    links: convertForeignLinks(linksOf(website.navbar, config), subject, "navbar", notes),
  });
}

export const rawUpptimeSitesIn = (config: Record<string, unknown>): unknown[] => foreignList(config.sites);

/**
 * Returns true if Upptime is configured to keep issues that were open for less than 15 minutes (`skipDeleteIssues`). By
 * default it deletes them.
 */
export const hasShortUpptimeIssues = (config: Record<string, unknown>): boolean =>
  foreignFlag(config.skipDeleteIssues) === true;
