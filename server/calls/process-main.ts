import { type AllowedNetworksByToken, type CallServiceAddress, startCallService } from "./call-service.ts";

/** The parent's first message, and the reply to it. */
export interface CallProcessInput {
  allowances: AllowedNetworksByToken;
  place: CallServiceAddress;
}

export type CallProcessStart = { place: CallServiceAddress } | { failed: string };

const tell = (said: CallProcessStart) => new Promise((told) => process.send?.(said, told));

// A terminal sends its signal to all processes: running calls may finish, and this process ends with its parent.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit(0));
process.once("message", async ({ allowances, place }: CallProcessInput) => {
  try {
    const service = await startCallService(allowances, place);
    await tell({ place: service.place });
  } catch (error) {
    await tell({ failed: (error as Error).message });
    process.exit(1);
  }
});
