import { hostOrAsWritten } from "~/net/host-name";
import type { Connection, Outbound, OutboundFailure } from "~/platform/outbound";
import { type Step, says } from "../contract";
import { NoTls } from "./bytes";
import { bytesOf, readCertificate, type Shown } from "./read-certificate";
import { askForTls, type Protocol } from "./starttls";

type Detail = Step["detail"];

/** Outcome of our own connection; `wrong`: it was open, but the bytes that came are not TLS that we can read. */
export type Looked =
  | { how: "shown"; shown: Shown; milliseconds: number }
  | { how: "wrong"; why: Detail }
  | { how: "late" }
  | { how: "away"; failure: OutboundFailure };

/** Returns the work's result, or `late` after `timeout` ms; closes the connection either way. */
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

/** Address that shows a certificate. */
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

/** Reads the certificate shown at this place. One call. */
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
