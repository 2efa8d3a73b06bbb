import { type Allowances, type CallPlace, startCallService } from "./call-service.ts";

/** What the parent says first, and hears back. */
export interface Begin {
  allowances: Allowances;
  place: CallPlace;
}

export type Begun = { place: CallPlace } | { failed: string };

const tell = (said: Begun) => new Promise((told) => process.send?.(said, told));

// A terminal sends its signal to all at once; who still calls is let finish, and the parent's end is ours.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit(0));
process.once("message", async ({ allowances, place }: Begin) => {
  try {
    const service = await startCallService(allowances, place);
    await tell({ place: service.place });
  } catch (error) {
    await tell({ failed: (error as Error).message });
    process.exit(1);
  }
});
