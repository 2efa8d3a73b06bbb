import { incident, incidentComponent, incidentUpdate, maintenance, pageImage } from "~/db/schema";
import { publish } from "~/engines/publishing/publish";
import type { TestDeployment } from "./database";
import { makePage, put, type TestPage } from "./page";
import type { OnPage } from "./public-addresses";

const day = 24 * 3_600_000;

export interface ToldPage extends TestPage {
  on: OnPage;
}

async function addIncident(deployment: TestDeployment, page: TestPage, id: string, daysAgo: number): Promise<void> {
  const startedAt = deployment.clock.now - daysAgo * day;
  const pageId = page.id;
  const times = { createdAt: startedAt, updatedAt: startedAt };
  const closed = daysAgo > 0;
  const state = closed ? { status: "resolved", resolvedAt: startedAt + 60_000 } : { status: "investigating" };
  const row = { id, pageId, title: `Trouble ${id}`, impact: "major", startedAt, closed, origin: "person" };
  await put(deployment, incident, [{ ...row, visibility: "published", ...state, ...times }]);
  const [componentId = ""] = page.components;
  await put(deployment, incidentComponent, [{ incidentId: id, componentId, pageId, status: "partial_outage" }]);
  const written = { body: id, bodyHtml: `<p>${id}</p>`, bodyText: id, changes: [], authorKind: "person" };
  const update = { id: `${id}-update`, pageId, incidentId: id, status: state.status, shownAt: startedAt };
  await put(deployment, incidentUpdate, [{ ...update, ...written, ...times }]);
}

const plan = (pageId: string, id: string, startsAt: number, status: string) => ({
  id,
  pageId,
  title: `Work ${id}`,
  status,
  startsAt,
  endsAt: startsAt + 3_600_000,
  bodyHtml: "<p>Disks</p>",
  bodyText: "Disks",
  createdAt: startsAt,
  updatedAt: startsAt,
});

/** A published page with one of each: open and old incidents, planned and old maintenance, a logo. Ids begin with `ids`. */
export async function makeToldPage(deployment: TestDeployment, slug: string, ids: string): Promise<ToldPage> {
  const page = await makePage(deployment, { slug });
  const [first = ""] = page.components;
  const { now } = deployment.clock;
  const on = {
    component: first,
    incident: `${ids}now`,
    oldIncident: `${ids}old`,
    maintenance: `${ids}soon`,
    oldMaintenance: `${ids}done`,
    image: "ab".repeat(32),
  };
  await addIncident(deployment, page, on.incident, 0);
  await addIncident(deployment, page, on.oldIncident, 100);
  await put(deployment, maintenance, [
    plan(page.id, on.maintenance, now + day, "scheduled"),
    plan(page.id, on.oldMaintenance, now - 90 * day, "completed"),
  ]);
  const logo = { kind: "logo", mediaType: "image/png", body: "iVBORw0KGgo", hash: on.image, updatedAt: now };
  await put(deployment, pageImage, [{ pageId: page.id, ...logo }]);
  await publish(deployment.ctx(), page.id);
  return { ...page, on };
}
