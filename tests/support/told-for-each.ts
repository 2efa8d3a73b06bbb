import { afterEach, beforeEach } from "vitest";
import { noticesOf, openTold, type Told } from "./told";

/** A desk with a mail server for each test of the file, under one name, and what such tests ask for. */
export function toldForEach() {
  let current: Told;
  beforeEach(async () => {
    current = await openTold();
  });
  afterEach(() => current.close());
  const told = new Proxy({} as Told, { get: (_, name) => Reflect.get(current, name) });
  return {
    told,
    later(milliseconds: number): void {
      told.deployment.clock.now += milliseconds;
    },
    outcomes: async () => (await noticesOf(told)).map(({ outcome }) => outcome),
  };
}
