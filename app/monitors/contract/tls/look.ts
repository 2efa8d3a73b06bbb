import { hostOrAsWritten } from "~/net/host-name";
import type { Connection, Outbound, OutboundFailure } from "~/platform/outbound";
import { type CheckStep, says } from "../contract";
import { TlsParseError } from "./bytes";
import { bytesOf, readCertificate, type ServerCertificate } from "./read-certificate";
import { askForTls, type StarttlsProtocol } from "./starttls";

type StepDetail = CheckStep["detail"];

/** Outcome of our own connection; `wrong`: it was open, but the bytes that came are not TLS that we can read. */
export type TlsLookResult =
  | { how: "shown"; shown: ServerCertificate; milliseconds: number }
  | { how: "wrong"; why: StepDetail }
  | { how: "late" }
  | { how: "away"; failure: OutboundFailure };

/** Returns the work's result, or `late` after `timeout` ms; closes the connection either way. */
export async function withDeadline<T>(connection: Connection, work: Promise<T>, late: T, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), Math.max(1, timeout));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
    connection.close().catch(() => undefined);
  }
}

/** Address that shows a certificate. */
export interface TlsEndpoint {
  host: string;
  port: number;
  starttls: "no" | StarttlsProtocol;
}

export interface TlsLookContext {
  outbound: Outbound;
  timeout: number;
  now: () => number;
}

/** Reads the certificate shown at this place. One call. */
export async function lookAt(
  { host, port, starttls }: TlsEndpoint,
  { outbound, timeout, now }: TlsLookContext,
): Promise<TlsLookResult> {
  const begun = now();
  const reached = await outbound.connect({ host, port, tls: "off", timeout });
  if (!reached.ok) return { how: "away", failure: reached };
  const { connection } = reached;
  const reading = async (): Promise<TlsLookResult> => {
    try {
      const incoming = bytesOf(connection.readable);
      if (starttls !== "no") await askForTls(connection, incoming, starttls);
      return {
        how: "shown",
        shown: await readCertificate(connection, incoming, hostOrAsWritten(host)),
        milliseconds: now() - begun,
      };
    } catch (error) {
      return { how: "wrong", why: error instanceof TlsParseError ? error.why : says("The connection broke.") };
    }
  };
  return withDeadline(connection, reading(), { how: "late" }, timeout - (now() - begun));
}
