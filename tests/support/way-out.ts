import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";
import type { Outbound } from "~/platform/outbound";
import { nodeOutbound } from "./outbound";

const config = parseConfig({
  DB: {} as D1Database,
  UPFRONT_URL: "https://status.example.com",
  UPFRONT_SECRET: "a secret that only the tests know, 32+",
});

/** Returns the real outgoing calls, with this machine allowed or not. */
export const wayOut = (networks: string[] = ["127.0.0.0/8"], ca: string[] = [], meter = newMeter()): Outbound =>
  nodeOutbound({ networks, ca })({
    meter,
    config,
    now: () => Math.round(performance.now()),
    owner: "team",
  });
