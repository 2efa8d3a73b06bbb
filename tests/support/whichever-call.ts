import { expect } from "vitest";
import { type FaultMode, faultModes } from "./faults";

interface Outcome {
  ok: boolean;
  calls: number;
  struck: boolean;
  record: unknown;
}

type Once = (call: number, mode: FaultMode, twice: boolean) => Promise<Outcome>;

/** Does it with each of its calls failing, in every way, until no call is left: it comes out as without. How many cases. */
export async function whicheverCallFails(once: Once, nameless = false): Promise<number> {
  const clean = await once(0, "before", false);
  expect(clean.ok).toBe(true);
  const twice = nameless ? await once(0, "before", true) : clean;
  let cases = 0;
  for (const mode of faultModes) {
    for (let call = 1; ; call++) {
      const { struck, ok, record } = await once(call, mode, false);
      if (!struck) {
        expect(call, "a call was never made to fail").toBeGreaterThan(clean.calls);
        break;
      }
      cases += 1;
      const records = mode === "late-retry" ? [clean.record, twice.record] : [clean.record];
      expect([mode, call, ok]).toEqual([mode, call, true]);
      expect(records, `${mode} ${call}`).toContainEqual(record);
    }
  }
  return cases;
}
