import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Bindings } from "~/platform/env";
import { type AwayDesk, openAwayDesk } from "./away-desk";
import { openDeployment, type TestDeployment } from "./database";
import { type Desk, openDesk } from "./desk";

/** Returns a stand-in for an object that is opened only before the tests. */
export function standIn<T extends object>(opened: () => T): T {
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(opened(), name),
    set: (_, name, value) => Reflect.set(opened(), name, value),
  });
}

/** Opens a deployment for all tests of a file, and closes it when their remaining work is settled. */
export function deploymentOfFile(settings: Partial<Bindings> = {}): TestDeployment {
  let deployment: TestDeployment;
  beforeAll(async () => {
    deployment = await openDeployment(settings);
  });
  afterAll(async () => {
    await deployment.settled();
    await deployment.close();
  });
  return standIn(() => deployment);
}

/** Does the same with people and a page. */
export function deskOfFile(settings: Partial<Bindings> = {}): Desk {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(settings);
  });
  afterAll(async () => {
    await desk.deployment.settled();
    await desk.close();
  });
  return standIn(() => desk);
}

/** Does the same with inboxes and a database that can be away; each test starts at noon, with everything answering. */
export function awayDeskOfFile(): AwayDesk {
  let desk: AwayDesk;
  beforeAll(async () => {
    desk = await openAwayDesk();
  });
  beforeEach(() => desk.begin());
  afterAll(() => desk.close());
  return standIn(() => desk);
}

/** Opens a desk of its own for each test of a file. */
export function deskOfEachTest(settings: Partial<Bindings> = {}): Desk {
  let desk: Desk;
  beforeEach(async () => {
    desk = await openDesk(settings);
  });
  afterEach(() => desk.close());
  return standIn(() => desk);
}
