/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteGuard } from "~/http/guard";
import { readHistoryMonth } from "../../history/month";
import { publicPageResponse } from "../frame/show";
import { pageEventsOf } from "../parts/happening-days";
import { HistoryPage, historyMonthPath } from "./history-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

/**
 * Shows all events, a month at a time and at most a hundred of it; only `month`, `component` and `after` count. A month before the
 * first event or in the future is a 404, with links to those that exist.
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { searchParams } = new URL(args.request.url);
  const wanted = searchParams.get("month");
  return publicPageResponse(args, args.params.page ?? "", async ({ frame, page }) => {
    const found = await readHistoryMonth(args.context.ctx, page.snapshot, {
      month: wanted,
      after: searchParams.get("after"),
      component: searchParams.get("component"),
    });
    if (!found.ok) return found;
    const { incidents, maintenances, ...shown } = found.value;
    const { month, component, after, beyond } = shown;
    const isPlain = searchParams.size === 0 || (searchParams.size === 1 && wanted === month);
    return {
      content: <HistoryPage frame={frame} page={page} {...shown} happenings={pageEventsOf(incidents, maintenances)} />,
      title: `${frame.words.t("history.heading")} · ${frame.dates.month(month)}`,
      path: historyMonthPath(month, component, after),
      live: true,
      noindex: beyond !== null || !isPlain,
      status: beyond ? 404 : 200,
    };
  });
}
