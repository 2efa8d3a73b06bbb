/** @jsxImportSource ~/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readResponseTimes } from "~/components/response-times";
import type { RouteGuard } from "~/http/guard";
import { type ResultRange, resultRanges } from "~/monitors/rules/monitor-points";
import { maxEventsPerComponent, readArchivedEventsOfComponent } from "../../history/archive";
import { componentByEitherId } from "../../rules/foreign-ids";
import { publicPageResponse } from "../frame/show";
import { isUptimeShown, visibleStateLetter } from "../parts/visible-letter";
import { ComponentPage } from "./component-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const rangeOf = (request: Request): ResultRange => {
  const wanted = new URL(request.url).searchParams.get("range");
  return resultRanges.find((range) => range === wanted) ?? "day";
};

/**
 * Shows a component. Its state and days come from the document; its history and response times are read live, with 5
 * statements. While the database is away, the document's part of the history stays, and the rest is marked as
 * unavailable. Only `range` of the query counts.
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { page: slug = "", id = "" } = args.params;
  return publicPageResponse(args, slug, async ({ frame, page }) => {
    const component = componentByEitherId(page.snapshot, id);
    if (!component) return { failure: { name: "missing" } };
    if (component.id !== id) return { movedTo: `/components/${component.id}` };
    const { ctx } = args.context;
    const range = rangeOf(args.request);
    const [archive, answered] = await Promise.all([
      readArchivedEventsOfComponent(ctx, page.snapshot, id),
      readResponseTimes(ctx, page.snapshot, component, range),
    ]);
    const times = answered.ok ? answered.value : null;
    const told = archive.ok ? archive.value : null;
    const asked = { ...frame, query: range === "day" ? "" : `range=${range}` };
    const shown = { frame: asked, page, component, archive: told, limit: maxEventsPerComponent, range, times };
    return {
      content: <ComponentPage {...shown} />,
      title: component.name,
      path: `/components/${id}`,
      letter: visibleStateLetter(component),
      componentId: id,
      live: true,
      chart: isUptimeShown(component) || (times !== null && times.monitors.length > 0),
    };
  });
}
