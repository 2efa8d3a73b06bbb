import { expect } from "vitest";
import { type Calls, type FaultMode, triedCases } from "./faults";

interface Outcome extends Calls {
  ok: boolean;
  struck: boolean;
  record: unknown;
}

type Once = (call: number, mode: FaultMode, twice: boolean) => Promise<Outcome>;

/**
 * Repeats it with each of its calls failing, in every way: the result must be as without. Returns the number of cases.
 */
export async function whicheverCallFails(once: Once, nameless = false): Promise<number> {
  const clean = await once(0, "before", false);
  expect(clean.ok).toBe(true);
  const twice = nameless ? await once(0, "before", true) : clean;
  let cases = 0;
  for (const { mode, call } of triedCases(clean)) {
    const { struck, ok, record } = await once(call, mode, false);
    cases += 1;
    const records = mode === "late-retry" ? [clean.record, twice.record] : [clean.record];
    expect({ mode, call, struck, ok }).toEqual({ mode, call, struck: true, ok: true });
    expect(records, `${mode} ${call}`).toContainEqual(record);
  }
  return cases;
}
