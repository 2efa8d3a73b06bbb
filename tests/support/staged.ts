import { openDeployment, type TestDeployment } from "./database";
import { makePeople, Owner, type Stage, setStage } from "./matrix-cast";
import { openBrowser } from "./worker";

/** A deployment with everybody of the matrix, and the page `acme` with one of each thing. */
export async function openStaged(): Promise<{ deployment: TestDeployment; stage: Stage }> {
  const deployment = await openDeployment();
  await makePeople(deployment);
  const stage = await setStage(deployment, new Owner(await openBrowser(deployment), deployment), "acme");
  return { deployment, stage };
}
