/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { type RequestedDates, rangeShortcuts, reportRange } from "~/time/report-range";
import { readUptimeReport } from "../../uptime/read";
import { reportCalendarOf } from "../../uptime/uptime-subject";
import type { PageRenderContext } from "../frame/scene";
import { type PageDrawResult, publicPageResponse } from "../frame/show";
import { componentSearchText } from "../parts/search";
import { UptimePage } from "./uptime-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const common = ({ frame }: PageRenderContext) => ({
  title: frame.words.t("report.heading"),
  live: true,
  form: true,
  current: true,
});

/** Shows a page without any uptime. */
const nothing = (scene: PageRenderContext): PageDrawResult => ({
  ...common(scene),
  content: (
    <UptimePage {...scene} asked={{ from: null, to: null }} wrong={null} shortcuts={[]} report={null} since={null} />
  ),
  path: "/uptime",
});

async function draw(args: LoaderFunctionArgs, scene: PageRenderContext): Promise<PageDrawResult> {
  const { ctx } = args.context;
  const calendar = reportCalendarOf(scene.page, scene.frame.now);
  if (!calendar) return nothing(scene);
  const { searchParams } = new URL(args.request.url);
  const asked: RequestedDates = { from: searchParams.get("from"), to: searchParams.get("to") };
  const given = { ...scene, shortcuts: rangeShortcuts(calendar), since: calendar.since };
  const answer = reportRange(asked, calendar);
  if (!answer.ok) {
    const content = <UptimePage {...given} asked={asked} wrong={answer} report={null} />;
    return { ...common(scene), content, path: "/uptime", status: 422 };
  }
  const found = await readUptimeReport(ctx, scene.page, answer.range, clientAddressOf(args.request));
  if (!found.ok) return found;
  const { first, last } = answer.range;
  const query = componentSearchText(args.request);
  const isUsual = !asked.from && !asked.to;
  return {
    ...common(scene),
    content: (
      <UptimePage {...given} asked={{ from: first, to: last }} wrong={null} report={found.value} query={query} />
    ),
    path: isUsual ? "/uptime" : `/uptime?from=${first}&to=${last}`,
    noindex: searchParams.size > 0,
  };
}

/** Shows the uptime between two days of the page's zone, from rows; only `from`, `to` and `q` of the query count. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  publicPageResponse(args, args.params.page ?? "", (scene) => draw(args, scene));
