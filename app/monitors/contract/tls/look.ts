import { normaliseHostOrKeepText } from "~/net/host-name";
import type { ByteConnection, Outbound, OutboundFailure } from "~/platform/outbound";
import { type CheckStep, englishSentence } from "../contract";
import { TlsParseError } from "./bytes";
import { byteSourceOf, readServerCertificate, type ServerCertificate } from "./read-certificate";
import { requestStarttls, type StarttlsProtocol } from "./starttls";

type StepDetail = CheckStep["detail"];

/**
 * Outcome of our own connection. `wrong`: the connection was open, but the bytes received are not TLS that we can read.
 */
export type ServerCertificateResult =
  | { how: "shown"; shown: ServerCertificate; milliseconds: number }
  | { how: "wrong"; why: StepDetail }
  | { how: "late" }
  | { how: "away"; failure: OutboundFailure };

/** Returns the work's result, or `late` after `timeout` ms; closes the connection either way. */
export async function withConnectionDeadline<T>(
  connection: ByteConnection,
  work: Promise<T>,
  late: T,
  timeout: number,
): Promise<T> {
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

export interface TlsConnectContext {
  outbound: Outbound;
  timeout: number;
  now: () => number;
}

/** Reads the certificate shown at this place. One call. */
export async function fetchServerCertificate(
  { host, port, starttls }: TlsEndpoint,
  { outbound, timeout, now }: TlsConnectContext,
): Promise<ServerCertificateResult> {
  const begun = now();
  const reached = await outbound.connect({ host, port, tls: "off", timeout });
  if (!reached.ok) return { how: "away", failure: reached };
  const { connection } = reached;
  const reading = async (): Promise<ServerCertificateResult> => {
    try {
      const incoming = byteSourceOf(connection.readable);
      if (starttls !== "no") await requestStarttls(connection, incoming, starttls);
      return {
        how: "shown",
        shown: await readServerCertificate(connection, incoming, normaliseHostOrKeepText(host)),
        milliseconds: now() - begun,
      };
    } catch (error) {
      return {
        how: "wrong",
        why: error instanceof TlsParseError ? error.why : englishSentence("The connection broke."),
      };
    }
  };
  return withConnectionDeadline(connection, reading(), { how: "late" }, timeout - (now() - begun));
}
