import { pageImageTable } from "~/db/schema";
import { publishPage } from "~/status-page/publishing/engine/publish";
import type { TestDeployment } from "./database";
import type { OnPage } from "./public-addresses";
import { aMaintenance, anIncident, aPage, arrange, put, type TestPage } from "./scenario";

export interface ToldPage extends TestPage {
  on: OnPage;
}

/**
 * Creates a published page with one of each: open and old incidents, scheduled and old maintenance, a logo. Ids begin
 * with `ids`.
 */
export async function makeToldPage(deployment: TestDeployment, slug: string, ids: string): Promise<ToldPage> {
  const page = aPage({ slug });
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
  const told = { bodyHtml: "<p>Disks</p>", bodyText: "Disks" };
  await arrange(
    deployment,
    page,
    anIncident(page, { id: on.incident, text: on.incident }),
    anIncident(page, { id: on.oldIncident, text: on.oldIncident, daysAgo: 100 }),
    aMaintenance(page.id, { id: on.maintenance, daysAgo: -1, ...told }),
    aMaintenance(page.id, { id: on.oldMaintenance, daysAgo: 90, ...told }),
  );
  const logo = { kind: "logo", mediaType: "image/png", body: "iVBORw0KGgo", hash: on.image, updatedAt: now };
  await put(deployment, pageImageTable, [{ pageId: page.id, ...logo }]);
  await publishPage(deployment.ctx(), page.id);
  return { ...page, on };
}
