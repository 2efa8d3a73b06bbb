/** @jsxImportSource ~/ui/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { HistoryPage } from "~/ui/public/history-page";
import { happeningsOf } from "~/ui/public/recent-days";
import { readMonth } from "~/usecases/incidents/history";
import { show } from "./show";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** Everything that ever happened, a month at a time; only `month` of the query counts. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const wanted = new URL(args.request.url).searchParams.get("month");
  return show(args, args.params.page ?? "", async ({ frame, page }) => {
    const found = await readMonth(args.context.ctx, page.snapshot.page, wanted);
    if (!found.ok) return found;
    const { month, incidents, maintenances, earlier, later } = found.value;
    const shown = { frame, page, month, earlier, later, happenings: happeningsOf(incidents, maintenances) };
    return {
      content: <HistoryPage {...shown} />,
      title: `${frame.words.t("history.heading")}, ${frame.dates.month(month)}`,
      path: `/history?month=${month}`,
      live: true,
    };
  });
}
