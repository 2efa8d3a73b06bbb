import { demoDomain } from "~/net/private-names";
import { callBy } from "./call-once";
import type { Call } from "./follow";

/** One request by a binding in the place of the runtime's fetch. */
const callByBinding = (target: Fetcher): Call =>
  callBy((url, init) => target.fetch(url as never, init as never) as unknown as Promise<Response>);

const isDemo = ({ hostname }: URL) => hostname === demoDomain || hostname.endsWith(`.${demoDomain}`);

/** The demo's names are asked of its own target (scripts/demo/target.ts), which no network leads to; all others as usual. */
export function callWithDemo(target: Fetcher, callOthers: Call): Call {
  const callDemo = callByBinding(target);
  return (asked) => (isDemo(asked.url) ? callDemo(asked) : callOthers(asked));
}
