import { expect, test } from "vitest";
import { MailLimitCounter } from "../../server/mail/mail-reached.ts";
import { SenderProofBusyError, SenderProofQueue } from "../../server/mail/sender-proof.ts";

test("what is found out about a sender has its time, after which its thread is ended and the next one's is asked", async () => {
  const proof = new SenderProofQueue(() => new Promise<never>(() => undefined), {
    reached: new MailLimitCounter(),
    patience: 500,
  });
  const mail = Buffer.from("From: a@b.example\r\n\r\nx\r\n");
  const sender = { ip: "192.0.2.1", helo: "b.example", sender: "a@b.example" };
  expect(await Promise.all([proof.prove(mail, sender), proof.prove(mail, sender)])).toEqual(["", ""]);
  proof.stop();
});

test("a thread that starts slowly costs the first message none of its time", async () => {
  const prover = new URL("../../server/mail/prove-sender.ts", import.meta.url);
  const slowStart = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500); await import("${prover}");`;
  const proof = new SenderProofQueue(() => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" })), {
    reached: new MailLimitCounter(),
    patience: 2000,
    threadModule: new URL(`data:text/javascript,${encodeURIComponent(slowStart)}`),
  });
  const sender = { ip: "192.0.2.1", helo: "b.example", sender: "a@b.example" };
  expect(await proof.prove(Buffer.from("From: a@b.example\r\n\r\nx\r\n"), sender)).toContain("spf=none");
  proof.stop();
});

test("one client has a few proofs that wait, and leaves the others their places", async () => {
  const proof = new SenderProofQueue(() => new Promise<never>(() => undefined), {
    reached: new MailLimitCounter(),
    patience: 500,
  });
  const mail = Buffer.from("From: a@b.example\r\n\r\nx\r\n");
  const from = (ip: string) => proof.prove(mail, { ip, helo: "b.example", sender: "a@b.example" });
  // An IPv6 client has as many addresses as it likes.
  const asked = Array.from({ length: 6 }, (_, at) => from(`2001:db8::${at}`).catch((error: Error) => error));
  const other = from("192.0.2.2");
  expect(await asked[5]).toBeInstanceOf(SenderProofBusyError);
  proof.stop();
  expect(await Promise.all([...asked.slice(0, 5), other])).toEqual(Array(6).fill(""));
  proof.stop();
});
