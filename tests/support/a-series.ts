import { maintenanceSeries } from "~/db/schema";
import type { TestDeployment } from "./database";
import { put } from "./page";

/** A weekly maintenance of the page of which nothing is planned yet. */
export async function makeSeries(deployment: TestDeployment, pageId: string): Promise<string> {
  const id = deployment.ctx().id();
  const when = { rule: "FREQ=WEEKLY;BYDAY=SU", zone: "UTC", startsLocal: "2027-03-07T02:00", duration: 3_600_000 };
  await put(deployment, maintenanceSeries, [
    { id, pageId, title: "Weekly work", ...when, components: {}, createdAt: 1, updatedAt: 1 },
  ]);
  return id;
}
