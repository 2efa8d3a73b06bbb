import { englishSentence } from "~/failures/refusal";
import { sendAndExpect } from "../tcp/talk";
import type { PlatformTrust } from "./judge-certificate";
import { type TlsConnectContext, type TlsEndpoint, withConnectionDeadline } from "./look";
import { startTls, starttlsDialogues } from "./starttls";

const refused = { how: "refused" as const, detail: englishSentence("The platform’s own TLS connection was refused.") };

/** Returns the outcome of the platform's own TLS connection to this place. One call. */
export async function checkPlatformTrust(
  { host, port, starttls }: TlsEndpoint,
  { outbound, timeout, now }: TlsConnectContext,
): Promise<PlatformTrust> {
  const begun = now();
  const reached = await outbound.connect({ host, port, tls: starttls === "no" ? "on" : "starttls", timeout });
  if (!reached.ok) {
    const { reason, detail } = reached;
    return reason === "unreachable" ? { how: "refused", detail } : { how: "away", failure: reached };
  }
  let { connection } = reached;
  if (starttls === "no") {
    connection.close().catch(() => undefined);
    return { how: "trusted" };
  }
  const { say, expect } = starttlsDialogues[starttls].afterwards;
  const speaking = async (): Promise<PlatformTrust> => {
    try {
      connection = await startTls(connection, starttls);
      const heard = await sendAndExpect(connection, { send: say, expect }, Math.max(1, timeout - (now() - begun)));
      return heard === "expected" ? { how: "trusted" } : heard === "timeout" ? { how: "late" } : refused;
    } catch {
      return refused;
    }
  };
  const open = { ...connection, close: () => connection.close() };
  return withConnectionDeadline(open, speaking(), { how: "late" }, timeout - (now() - begun));
}
