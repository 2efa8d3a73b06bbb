/** @jsxImportSource ~/ui/html */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { ComponentPage } from "~/ui/public/component-page";
import { letterOfStatus } from "~/ui/public/state";
import { componentLimit, incidentsOf } from "~/usecases/incidents/archive";
import { show } from "./show";

export const handle = { guard: { kind: "public" } satisfies Guard };

/** The document knows its state and its days; its incidents are live and may be missing while the database is away. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { page: slug = "", id = "" } = args.params;
  return show(args, slug, async ({ frame, page }) => {
    const component = page.snapshot.components.find((each) => each.id === id);
    if (!component) return { failure: { name: "missing" } };
    const archive = await incidentsOf(args.context.ctx, page.snapshot.page.id, id);
    const incidents = archive.ok ? archive.value : null;
    const shown = { frame, page, component, incidents, limit: componentLimit };
    return {
      content: <ComponentPage {...shown} />,
      title: component.name,
      path: `/components/${id}`,
      letter: letterOfStatus[component.status],
      componentId: id,
      live: true,
    };
  });
}
