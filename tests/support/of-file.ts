import { afterAll, beforeAll } from "vitest";
import type { Bindings } from "~/platform/env";
import { openDeployment, type TestDeployment } from "./database";
import { type Desk, openDesk } from "./desk";

/** A deployment for all tests of a file: there from the first test on, closed when all that they left is settled. */
export function deploymentOfFile(settings: Partial<Bindings> = {}): TestDeployment {
  const deployment = {} as TestDeployment;
  beforeAll(async () => {
    Object.assign(deployment, await openDeployment(settings));
  });
  afterAll(async () => {
    await deployment.settled();
    await deployment.close();
  });
  return deployment;
}

/** The same with people and a page. */
export function deskOfFile(...given: Parameters<typeof openDesk>): Desk {
  const desk = {} as Desk;
  beforeAll(async () => {
    Object.assign(desk, await openDesk(...given));
  });
  afterAll(async () => {
    await desk.deployment.settled();
    await desk.close();
  });
  return desk;
}
