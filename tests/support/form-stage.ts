import { identityProvider } from "~/db/schema";
import { makeSeries } from "./a-series";
import type { TestDeployment } from "./database";
import { Owner, type Stage, setStage } from "./matrix-cast";
import { put } from "./page";
import { openBrowser } from "./worker";

/** A page with one of everything that has a form in management, and a provider of the deployment; who made it. */
export async function setFormStage(deployment: TestDeployment): Promise<{ maker: Owner; stage: Stage }> {
  const registered = { issuer: "https://id.example.com", clientId: "upfront", secretSealed: "" };
  await put(deployment, identityProvider, [
    { id: "provider1", name: "Acme", ...registered, createdAt: 1, updatedAt: 1 },
  ]);
  const maker = new Owner(await openBrowser(deployment), deployment);
  const stage = await setStage(deployment, maker, "acme");
  await makeSeries(deployment, stage.id);
  await maker.make("/pages/acme/incident_templates", { template: { name: "Slow", title: "Slow" } });
  return { maker, stage };
}
