import { hostOrAsWritten } from "~/net/host-name";
import type { Connection, Outbound, OutboundFailure } from "~/platform/outbound";
import { type Step, says } from "../contract";
import { NoTls } from "./bytes";
import { bytesOf, readCertificate, type Shown } from "./read-certificate";
import { askForTls, type Protocol } from "./starttls";

type Detail = Step["detail"];

/** What a connection of ours came to; `wrong` = it stood, and what came is no TLS that we can read. */
export type Looked =
  | { how: "shown"; shown: Shown; milliseconds: number }
  | { how: "wrong"; why: Detail }
  | { how: "late" }
  | { how: "away"; failure: OutboundFailure };

/** Ends with the time, and closes what was opened. */
export async function bounded<T>(connection: Connection, work: Promise<T>, late: T, timeout: number): Promise<T> {
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

/** Where a certificate is shown. */
export interface Place {
  host: string;
  port: number;
  starttls: "no" | Protocol;
}

export interface Around {
  outbound: Outbound;
  timeout: number;
  now: () => number;
}

/** Reads the certificate that is shown there. One call. */
export async function lookAt({ host, port, starttls }: Place, { outbound, timeout, now }: Around): Promise<Looked> {
  const begun = now();
  const reached = await outbound.connect({ host, port, tls: "off", timeout });
  if (!reached.ok) return { how: "away", failure: reached };
  const { connection } = reached;
  const reading = async (): Promise<Looked> => {
    try {
      const incoming = bytesOf(connection.readable);
      if (starttls !== "no") await askForTls(connection, incoming, starttls);
      return {
        how: "shown",
        shown: await readCertificate(connection, incoming, hostOrAsWritten(host)),
        milliseconds: now() - begun,
      };
    } catch (error) {
      return { how: "wrong", why: error instanceof NoTls ? error.why : says("The connection broke.") };
    }
  };
  return bounded(connection, reading(), { how: "late" }, timeout - (now() - begun));
}
