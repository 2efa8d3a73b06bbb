import { parentPort } from "node:worker_threads";
import { authenticate } from "mailauth";
import { withBoundedSignatures } from "./provable.ts";
import type { SenderProofDnsAnswer, SenderProofThreadInput, SenderProofThreadOutput } from "./sender-proof.ts";

/** Runs as a thread, so that a hostile message only harms the thread, and delays no page. */
const waiting = new Map<number, (answered: SenderProofDnsAnswer) => void>();
let asked = 0;

const tell = (said: SenderProofThreadOutput) => parentPort?.postMessage(said);

/** The process that started the thread makes its DNS queries. */
async function resolver(name: string, type?: string): Promise<unknown> {
  asked += 1;
  const id = asked;
  const answered = await new Promise<SenderProofDnsAnswer>((done) => {
    waiting.set(id, done);
    tell({ ask: id, name, type: type ?? "A" });
  });
  waiting.delete(id);
  if (answered.code !== undefined) throw Object.assign(new Error(answered.code), { code: answered.code });
  return answered.records;
}

async function prove({ message, sender }: Extract<SenderProofThreadInput, { message: Uint8Array }>): Promise<void> {
  const options = { ...sender, mta: "upfront", disableArc: true, disableBimi: true, resolver };
  const found = await authenticate(
    withBoundedSignatures(Buffer.from(message)),
    options as Parameters<typeof authenticate>[1],
  ).catch(() => null);
  tell({ headers: found?.headers ?? "" });
}

parentPort?.on("message", (said: SenderProofThreadInput) => {
  if ("message" in said) void prove(said);
  else waiting.get(said.answer)?.(said);
});

tell({ started: true });
