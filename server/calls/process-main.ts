import { type Allowances, startCallService } from "./call-service.ts";

/** What the parent says first, and hears back. */
export interface Begin {
  allowances: Allowances;
  /** 0 = any. */
  port: number;
}

export type Begun = { port: number } | { failed: string };

const tell = (said: Begun) => process.send?.(said);

// A terminal sends its signal to all at once; who still calls is let finish, and the parent's end is ours.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit(0));
process.once("message", ({ allowances, port }: Begin) => {
  startCallService(allowances, port).then(
    (service) => tell({ port: service.port }),
    (error: Error) => tell({ failed: error.message }),
  );
});
