import { readerKeyringOf } from "~/auth/keyring";
import { type Failure, missingFailure } from "~/failures/failure";
import { problemResponse } from "~/http/problem";
import { localiseTitle } from "~/i18n/said-title";
import { readWords, type Words } from "~/i18n/words";
import {
  apiCatalogPath,
  calendarPath,
  feedFormats,
  feedPath,
  llmsTextPath,
  markdownAddress,
} from "~/pages/rules/page-links";
import type { Ctx } from "~/platform/ctx";
import { markdownLink, toMarkdownLine } from "~/text/markdown-escape";
import { readHomeSlug } from "../home";
import { isComponentListed } from "../rules/component-listing";
import type { Snapshot } from "../rules/snapshot-document";
import { readVisiblePage } from "../see";
import { statuspageFileWords } from "../views/elsewhere/api-formats";
import { crossOriginHeaders, publicFormatResponse } from "./public-answer";

/** A link with a note about what it leads to. */
interface IndexLink {
  label: string;
  href: string;
  note?: string;
}

function section(heading: string, links: readonly IndexLink[]): string[] {
  const lines = links.map(({ label, href, note = "" }) => {
    const about = toMarkdownLine(note);
    return `- ${markdownLink(label, href)}${about === "" ? "" : `: ${about}`}`;
  });
  return lines.length === 0 ? [] : [`## ${toMarkdownLine(heading)}`, lines.join("\n")];
}

function eventLinks({ page, incidents, maintenances, recent }: Snapshot, words: Words): IndexLink[] {
  const open = new Set(incidents.map(({ id }) => id));
  const allIncidents = [...incidents, ...recent.incidents.filter(({ id }) => !open.has(id))];
  const at = (folder: string, id: string) => markdownAddress(page.url, `/${folder}/${encodeURIComponent(id)}`);
  return [
    ...allIncidents.map((each) => ({
      label: localiseTitle(words, each),
      href: at("incidents", each.id),
      note: words.t("incident.kind"),
    })),
    ...[...maintenances, ...recent.maintenances].map((each) => ({
      label: each.title,
      href: at("maintenances", each.id),
      note: words.t("maintenance.kind"),
    })),
  ];
}

/** Links for programs; the deployment's management API only where the page is read on the deployment's own host. */
function programLinks({ page }: Snapshot, { t }: Words, origin: string | null): IndexLink[] {
  const { url } = page;
  const reference = origin === null ? [] : [{ label: "API", href: `${origin}/api/v1/docs` }];
  return [
    ...statuspageFileWords.map(([file, word]) => ({
      label: t(word),
      href: `${url}/api/v2/${file}.json`,
      note: "JSON",
    })),
    ...feedFormats.map((format) => ({ label: t(`feed.${format}`), href: `${url}${feedPath(format)}` })),
    { label: t("layout.calendar"), href: `${url}${calendarPath()}` },
    { label: t("report.csv"), href: `${url}/uptime.csv` },
    { label: t("layout.elsewhere"), href: `${url}/elsewhere` },
    ...reference,
    { label: "api-catalog", href: `${new URL(url).origin}${apiCatalogPath}` },
  ];
}

/** Writes the index in the form of https://llmstxt.org: a title, a summary, and sections of links. It names no state. */
function llmsText(snapshot: Snapshot, words: Words, origin: string | null): string {
  const { page, components } = snapshot;
  const { t } = words;
  const summary = toMarkdownLine(page.about) || toMarkdownLine(t("layout.home", { name: page.name }));
  const pages: [path: string, label: string][] = [
    ["", t("layout.status")],
    ["/history", t("layout.history")],
    ["/uptime", t("layout.uptime")],
  ];
  const blocks = [
    `# ${toMarkdownLine(page.name)}`,
    `> ${summary}`,
    ...section(
      t("layout.status"),
      pages.map(([path, label]) => ({ label, href: markdownAddress(page.url, path) })),
    ),
    ...section(
      t("components.heading"),
      components.filter(isComponentListed).map(({ id, name, description }) => ({
        label: name,
        href: markdownAddress(page.url, `/components/${encodeURIComponent(id)}`),
        note: description,
      })),
    ),
    ...section(t("layout.history"), eventLinks(snapshot, words)),
    ...section(t("layout.elsewhere"), programLinks(snapshot, words, origin)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

interface LlmsTextRequest {
  request: Request;
  ctx: Ctx;
  slug: string;
  hostPage: boolean;
}

async function textOf({ request, ctx, slug, hostPage }: LlmsTextRequest): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  const seen = await readVisiblePage(ctx, { slug }, readerKeyringOf(request, ctx.config.origin));
  if (!seen.ok) return problemOf(seen.failure);
  const { snapshot, staleSince, isPrivate, outdated } = seen.value;
  if (snapshot.page.noindex) return problemOf(missingFailure.failure);
  const words = await readWords(ctx, snapshot.page.language);
  const version = [snapshot.revision, snapshot.builtAt, outdated?.since ?? 0].map((each) => each.toString(36));
  return publicFormatResponse(request, {
    type: "text/plain; charset=utf-8",
    etag: `W/"llms-${slug}-${version.join("-")}-${words.language}-${hostPage ? "h" : "s"}"`,
    staleSince,
    isPrivate,
    body: () => llmsText(snapshot, words, hostPage ? null : ctx.config.origin),
  });
}

/**
 * Responds to `/llms.txt` (https://llmstxt.org) of a page's host and `/:page/llms.txt`; on the deployment's own host it
 * is that of the page shown at `/`. A page that must not be indexed has none.
 */
export async function llmsTextResponse(request: Request, ctx: Ctx, url: URL, hostPage: boolean): Promise<Response> {
  const problemOf = (failure: Failure) => problemResponse(failure, ctx.requestId, crossOriginHeaders);
  if (request.method !== "GET" && request.method !== "HEAD")
    return problemOf({ name: "method", allow: ["GET", "HEAD"] });
  if (url.pathname !== llmsTextPath) return textOf({ request, ctx, slug: url.pathname.split("/")[1] ?? "", hostPage });
  const home = await readHomeSlug(ctx);
  if (!home.ok) return problemOf(home.failure);
  return home.value === null ? problemOf(missingFailure.failure) : textOf({ request, ctx, slug: home.value, hostPage });
}
