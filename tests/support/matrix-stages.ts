import { identityProvider } from "~/db/schema";
import { makeSeries } from "./a-series";
import { type MoreIds, pathOf } from "./addresses";
import type { TestDeployment } from "./database";
import { deadNotice } from "./dead-notice";
import { makePeople, Owner, type Stage, setStage } from "./matrix-cast";
import { put } from "./page";
import { setMailer } from "./smtp";
import { openBrowser } from "./worker";

/** Two pages with one of everything: one for everybody, one for its members. */
export interface Matrix {
  stages: [Stage, Stage];
  /** The address of one of each on the page of the stage. */
  pathOf(address: string, stage: Stage): string;
}

async function setProvider(deployment: TestDeployment): Promise<void> {
  const made = { secretSealed: "", createdAt: 1, updatedAt: 1 };
  const registered = { issuer: "https://id.example.com", clientId: "upfront", ...made };
  await put(deployment, identityProvider, [{ id: "provider1", name: "Acme", ...registered }]);
}

async function moreOf(deployment: TestDeployment, owner: Owner, { id, slug }: Stage): Promise<MoreIds> {
  const template = { template: { name: "Slow", title: "Slow" } };
  const mapped = { source: { kind: "json", name: "Anything" } };
  return {
    mapped: await owner.makeId(`/pages/${slug}/sources`, mapped),
    notice: await deadNotice(deployment, id),
    series: await makeSeries(deployment, id),
    agent: await owner.makeId(`/pages/${slug}/agents`, { agent: { name: "Backup", every: 5 } }),
    template: await owner.makeId(`/pages/${slug}/incident_templates`, template),
  };
}

/** Everybody, everything and every address of it. */
export async function setMatrix(deployment: TestDeployment): Promise<Matrix> {
  await makePeople(deployment);
  await setMailer(deployment, { host: "127.0.0.1", port: 25 });
  await setProvider(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  const stages: [Stage, Stage] = [
    await setStage(deployment, owner, "acme"),
    await setStage(deployment, owner, "secret"),
  ];
  const more = new Map<string, MoreIds>();
  for (const stage of stages) more.set(stage.id, await moreOf(deployment, owner, stage));
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE page SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await d1.prepare("UPDATE snapshot SET visibility = 'members' WHERE slug = 'secret'").bind().run();
  await d1.prepare("UPDATE deployment SET home_page_id = ?1").bind(stages[0].id).run();
  return { stages, pathOf: (address, stage) => pathOf(address, stage, more.get(stage.id) ?? {}) };
}
