import { demoDomain } from "~/net/private-names";
import type { Call } from "./follow";
import { callByService } from "./served-call";

const isDemo = ({ hostname }: URL) => hostname === demoDomain || hostname.endsWith(`.${demoDomain}`);

/** The demo's names are asked of its own target (scripts/demo/target.ts), which no network leads to; all others as usual. */
export function callWithDemo(target: Fetcher, callOthers: Call): Call {
  const callDemo = callByService(target);
  return (asked) => (isDemo(asked.url) ? callDemo(asked) : callOthers(asked));
}
