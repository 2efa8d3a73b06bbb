import { readResponseTimes } from "~/components/response-times";
import type { Failure } from "~/failures/failure";
import { clientAddressOf } from "~/http/client-address";
import type { Ctx } from "~/platform/ctx";
import { reportRange } from "~/time/report-range";
import { maxEventsPerComponent, readArchivedEventsOfComponent } from "../../history/archive";
import {
  type PublishedEventSource,
  publishedIncidentSource,
  publishedMaintenanceSource,
  readEventFromDocumentOrRows,
} from "../../history/event-story";
import { readHistoryMonth } from "../../history/month";
import { findMovedEventPath } from "../../history/moved-event";
import type { isEventComplete } from "../../rules/document-size";
import { componentByEitherId } from "../../rules/foreign-ids";
import { readUptimeReport } from "../../uptime/read";
import { reportCalendarOf } from "../../uptime/uptime-subject";
import type { PageRenderContext } from "../../views/frame/scene";
import { historyMonthPath } from "../../views/history/history-page";
import { markdownComponentPageBlocks } from "./markdown-component";
import { markdownIncidentPageBlocks, markdownMaintenancePageBlocks } from "./markdown-event-pages";
import { markdownFrontPageBlocks } from "./markdown-front";
import { markdownHistoryPageBlocks } from "./markdown-history";
import type { MarkdownBlock } from "./markdown-parts";
import type { MarkdownTarget } from "./markdown-target";
import { markdownRefusedReportBlocks, markdownUptimePageBlocks } from "./markdown-uptime";

/** A document, with what its answer needs. */
export interface MarkdownDocument {
  blocks: readonly (MarkdownBlock | null)[];
  /** True when it is rendered from live rows and not from the published document alone, so that it must not be kept. */
  live?: boolean;
  /** Path of its HTML after the page's address; absent = the requested path without its query. */
  path?: string;
  /** True when search engines are kept out. */
  noindex?: boolean;
  /** Defaults to 200. */
  status?: number;
}

/** A document, a failure, or the path after the page's address to which the requested one has moved permanently. */
export type MarkdownDrawResult = MarkdownDocument | { failure: Failure } | { movedTo: string };

export interface MarkdownDrawRequest {
  request: Request;
  ctx: Ctx;
  target: MarkdownTarget;
  scene: PageRenderContext;
}

async function eventPage<Story extends Parameters<typeof isEventComplete>[0]>(
  { ctx, scene, target }: MarkdownDrawRequest,
  source: PublishedEventSource<Story>,
  blocksOf: (scene: PageRenderContext, story: Story) => MarkdownBlock[],
): Promise<MarkdownDrawResult> {
  const { snapshot } = scene.page;
  const found = await readEventFromDocumentOrRows(ctx, snapshot, target.id, source);
  if (found.ok) return { blocks: blocksOf(scene, found.value.story), live: found.value.live };
  if (found.failure.name !== "missing") return found;
  const moved = await findMovedEventPath(ctx, snapshot, target.path);
  if (moved.ok) return { movedTo: moved.value };
  return moved.failure.name === "overloaded" ? moved : found;
}

async function componentPage({ ctx, scene, target }: MarkdownDrawRequest): Promise<MarkdownDrawResult> {
  const { snapshot } = scene.page;
  const component = componentByEitherId(snapshot, target.id);
  if (!component) return { failure: { name: "missing" } };
  if (component.id !== target.id) return { movedTo: `/components/${component.id}` };
  const [events, responses] = await Promise.all([
    readArchivedEventsOfComponent(ctx, snapshot, component.id),
    readResponseTimes(ctx, snapshot, component, "day"),
  ]);
  const archive = events.ok ? events.value : null;
  const times = responses.ok ? responses.value : null;
  const shown = { component, archive, limit: maxEventsPerComponent, times };
  return { blocks: markdownComponentPageBlocks(scene, shown), live: true };
}

async function historyPage({ request, ctx, scene }: MarkdownDrawRequest): Promise<MarkdownDrawResult> {
  const { searchParams } = new URL(request.url);
  const [month, after, component] = ["month", "after", "component"].map((name) => searchParams.get(name));
  const asked = { month: month ?? null, after: after ?? null, component: component ?? null };
  const found = await readHistoryMonth(ctx, scene.page.snapshot, asked);
  if (!found.ok) return found;
  const { beyond } = found.value;
  const path = historyMonthPath(found.value.month, found.value.component, found.value.after);
  const blocks = markdownHistoryPageBlocks(scene, found.value);
  return { blocks, path, live: true, noindex: beyond !== null, status: beyond ? 404 : 200 };
}

async function uptimePage({ request, ctx, scene }: MarkdownDrawRequest): Promise<MarkdownDrawResult> {
  const { searchParams } = new URL(request.url);
  const [from, to] = [searchParams.get("from"), searchParams.get("to")];
  const calendar = reportCalendarOf(scene.page, scene.frame.now);
  if (!calendar) return { live: true, blocks: markdownUptimePageBlocks(scene, null, "") };
  const answer = reportRange({ from, to }, calendar);
  if (!answer.ok) return { live: true, blocks: markdownRefusedReportBlocks(scene, answer), status: 422 };
  const found = await readUptimeReport(ctx, scene.page, answer.range, clientAddressOf(request));
  if (!found.ok) return found;
  const { first, last } = answer.range;
  const path = from || to ? `/uptime?from=${first}&to=${last}` : "/uptime";
  return { live: true, path, blocks: markdownUptimePageBlocks(scene, found.value, calendar.since) };
}

const drawers: Record<MarkdownTarget["kind"], (asked: MarkdownDrawRequest) => Promise<MarkdownDrawResult>> = {
  front: async ({ scene }) => ({ blocks: markdownFrontPageBlocks(scene) }),
  history: historyPage,
  uptime: uptimePage,
  incidents: (asked) => eventPage(asked, publishedIncidentSource, markdownIncidentPageBlocks),
  maintenances: (asked) => eventPage(asked, publishedMaintenanceSource, markdownMaintenancePageBlocks),
  components: componentPage,
};

/** Renders the Markdown of a public page from what the HTML of the same address reads. */
export const drawMarkdown = (asked: MarkdownDrawRequest): Promise<MarkdownDrawResult> =>
  drawers[asked.target.kind](asked);
