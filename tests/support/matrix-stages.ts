import { type MoreIds, pathOf } from "./addresses";
import { openDeployment, type TestDeployment } from "./database";
import { makePeople, Owner, type Stage, setStage } from "./matrix-cast";
import { aConfigurationJob, aDeadNotice, anImport, aProvider, aRepository, arrange, aSeries } from "./scenario";
import { setMailer } from "./smtp";
import { openBrowser } from "./worker";

/** Two pages with one of everything: a public one, and one for members. */
export interface Matrix {
  stages: [Stage, Stage];
  /** Returns the address with ids of the stage's page filled in. */
  pathOf(address: string, stage: Stage): string;
}

async function moreOf(deployment: TestDeployment, owner: Owner, { id, slug }: Stage): Promise<MoreIds> {
  const template = { template: { name: "Slow", title: "Slow" } };
  const saved = { saved_view: { name: "Shop", query: "text=Shop", everyone: true } };
  const mapped = { source: { kind: "json", name: "Anything" } };
  const [notice, series, job, applied] = [aDeadNotice(id), aSeries(id), anImport(id), aConfigurationJob(id)];
  const repository = aRepository(id);
  await arrange(deployment, notice, series, job, applied, repository);
  return {
    mapped: await owner.makeId(`/pages/${slug}/sources`, mapped),
    notice: notice.id,
    series: series.id,
    importJob: job.id,
    configurationJob: applied.id,
    repository: repository.id,
    reading: repository.reading,
    agent: await owner.makeId(`/pages/${slug}/agents`, { agent: { name: "Backup", every: 5 } }),
    template: await owner.makeId(`/pages/${slug}/incident_templates`, template),
    savedView: await owner.makeId(`/pages/${slug}/saved_views`, saved),
  };
}

/** Creates all people, things and addresses of the matrix. */
export async function setMatrix(deployment: TestDeployment): Promise<Matrix> {
  await makePeople(deployment);
  await setMailer(deployment, { host: "127.0.0.1", port: 25 });
  await arrange(deployment, aProvider());
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

/** Opens a deployment with all people of the matrix, and the page `acme` with one of each thing. */
export async function openStaged(): Promise<{ deployment: TestDeployment; stage: Stage }> {
  const deployment = await openDeployment();
  await makePeople(deployment);
  const stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  return { deployment, stage };
}

/**
 * Creates a page with one of everything that has a form in management, and a provider of the deployment; also returns
 * its maker.
 */
export async function setFormStage(deployment: TestDeployment): Promise<{ maker: Owner; stage: Stage }> {
  const maker = new Owner(await openBrowser(deployment), deployment);
  const stage = await setStage(deployment, maker, "acme");
  await arrange(deployment, aProvider(), aSeries(stage.id));
  await maker.make("/pages/acme/incident_templates", { template: { name: "Slow", title: "Slow" } });
  await maker.make("/pages/acme/saved_views", { saved_view: { name: "Shop", query: "text=Shop", everyone: true } });
  return { maker, stage };
}
