import { demoDomain } from "~/net/private-names";
import type { OutboundCall } from "./follow";
import { callByService } from "./served-call";

const isDemo = ({ hostname }: URL) => hostname === demoDomain || hostname.endsWith(`.${demoDomain}`);

/**
 * Sends calls to the demo's names to its own target (scripts/demo/target.ts), which is on no network; all others as
 * usual.
 */
export function callWithDemo(target: Fetcher, callOthers: OutboundCall): OutboundCall {
  const callDemo = callByService(target);
  return (asked) => (isDemo(asked.url) ? callDemo(asked) : callOthers(asked));
}
