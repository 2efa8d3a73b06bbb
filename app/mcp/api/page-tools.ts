import { ok } from "~/failures/failure";
import { listIncidents } from "~/incidents/list";
import { listMaintenances } from "~/maintenances/verbs";
import { listPages } from "~/pages/verbs";
import { searchOnPage } from "~/search/find";
import { worstStatus } from "~/status/status";
import { isoInstantOrNull } from "../rules/instants";
import { markUntrustedText, markUntrustedTextOrNull } from "../rules/untrusted-text";
import { componentShapeOf, listedIncidentShapeOf, maintenanceShapeOf } from "./event-shapes";
import { readPageComponents, type ToolRun } from "./tool-call";

export const listPagesTool: ToolRun<"list_pages"> = async ({ ctx }) => {
  const pages = await listPages(ctx);
  if (!pages.ok) return pages;
  return ok({ pages: pages.value.map(({ id, slug, name, role }) => ({ id, slug, name, role })) });
};

export const getStatusTool: ToolRun<"get_status"> = async (call) => {
  const { ctx, pageId } = call;
  const [components, incidents, works] = await Promise.all([
    readPageComponents(call),
    listIncidents(ctx, { pageId, filter: "open" }),
    listMaintenances(ctx, { pageId, filter: "upcoming" }),
  ]);
  if (!components.ok) return components;
  if (!incidents.ok) return incidents;
  if (!works.ok) return works;
  const all = components.value.components;
  return ok({
    status: worstStatus(all.map(({ effective }) => effective)) ?? "no_data",
    components: all.filter(({ effective }) => effective !== "operational").map(componentShapeOf),
    incidents: incidents.value.incidents.map(listedIncidentShapeOf),
    maintenance: works.value.maintenances.map(maintenanceShapeOf),
  });
};

export const listComponentsTool: ToolRun<"list_components"> = async (call) => {
  const found = await readPageComponents(call);
  if (!found.ok) return found;
  const { groups, components } = found.value;
  return ok({
    groups: groups.map(({ id, name }) => ({ id, name })),
    components: components.map((each) => ({
      ...componentShapeOf(each),
      group: each.groupId,
      description: markUntrustedTextOrNull(each.description),
    })),
  });
};

export const searchTool: ToolRun<"search"> = async ({ ctx, pageId }, { query }) => {
  const found = await searchOnPage(ctx, { pageId, search: query });
  if (!found.ok) return found;
  const results = found.value.results.map(({ kind, id, name, at, state, snippet }) => ({
    kind,
    id,
    name: markUntrustedText(name, 255),
    at: isoInstantOrNull(at),
    state,
    snippet: markUntrustedTextOrNull(snippet),
  }));
  return ok({ results, is_complete: !found.value.isCut });
};
