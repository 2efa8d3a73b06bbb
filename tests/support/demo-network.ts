import { callByFetch } from "~/http/call-once";
import { callWithDemo } from "~/http/demo-call";
import { makeOutbound } from "~/http/safe-fetch";
import { createDemoTarget } from "../../scripts/demo/target.ts";
import type { TestDeployment } from "./database";

export interface DemoNetwork {
  /** Addresses requested from the demo's target. */
  asked: string[];
  /** Hosts and addresses of all other requests. */
  others: string[];
  /** True when email can be received. */
  mails: boolean;
}

/** Gives the deployment the outgoing calls of a start with the demo, at the test's own time; no other server exists. */
export function demoNetwork(deployment: TestDeployment): DemoNetwork {
  const network: DemoNetwork = { asked: [], others: [], mails: false };
  const around = { now: () => deployment.clock.now, mails: async () => network.mails, pause: async () => undefined };
  const target = createDemoTarget(around);
  const binding = {
    async fetch(url: URL, init: RequestInit) {
      network.asked.push(url.href);
      return target(new Request(url, init));
    },
  };
  const call = callWithDemo(binding as unknown as Fetcher, callByFetch);
  const nobody = (place: string) => {
    network.others.push(place);
    return Promise.reject(new Error("nobody is there"));
  };
  deployment.way.outbound = makeOutbound({
    connect: ({ host }) => nobody(host),
    upgrade: ({ url }) => nobody(url.href),
    call: (asked) => (asked.url.hostname.endsWith(".example") ? call(asked) : nobody(asked.url.href)),
  });
  return network;
}
