import { incident, incidentComponent, incidentUpdate, maintenance, maintenanceComponent } from "~/db/schema";
import type { TestDeployment } from "./database";
import { put, type TestPage } from "./page";

const day = 24 * 3_600_000;

export interface ArchivedIncident {
  id: string;
  daysAgo: number;
  visibility?: string;
  closed?: boolean;
  impact?: string;
}

/** An incident `Trouble <id>` of the page's first component, with one update, straight in the database. */
export async function putIncident(deployment: TestDeployment, page: TestPage, planned: ArchivedIncident) {
  const { id, daysAgo, visibility = "published", closed = true, impact = "major" } = planned;
  const startedAt = deployment.clock.now - daysAgo * day;
  const pageId = page.id;
  const times = { createdAt: startedAt, updatedAt: startedAt };
  const state = closed ? { status: "resolved", resolvedAt: startedAt + 60_000 } : { status: "investigating" };
  const title = `Trouble ${id}`;
  const [componentId = ""] = page.components;
  await put(deployment, incident, [
    { id, pageId, title, impact, visibility, startedAt, closed, origin: "person", ...state, ...times },
  ]);
  if (impact !== "none")
    await put(deployment, incidentComponent, [{ incidentId: id, componentId, pageId, status: "partial_outage" }]);
  const text = `Update of ${id}`;
  const written = { body: text, bodyHtml: `<p>${text}</p>`, bodyText: text, changes: [], authorKind: "person" };
  await put(deployment, incidentUpdate, [
    { id: `${id}-update`, pageId, incidentId: id, status: state.status, shownAt: startedAt, ...written, ...times },
  ]);
}

/** A maintenance of the page's first component that is over. */
export async function putWork(deployment: TestDeployment, page: TestPage, title: string, daysAgo: number) {
  const startsAt = deployment.clock.now - daysAgo * day;
  const times = { createdAt: startsAt, updatedAt: startsAt };
  const span = { startsAt, endsAt: startsAt + 60_000 };
  const [componentId = ""] = page.components;
  await put(deployment, maintenance, [
    { id: title, pageId: page.id, title, status: "completed", bodyHtml: "", bodyText: "", ...span, ...times },
  ]);
  await put(deployment, maintenanceComponent, [{ maintenanceId: title, componentId, pageId: page.id }]);
}
