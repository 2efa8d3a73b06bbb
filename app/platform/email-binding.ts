import { chargeMeter, type Meter } from "./meter";
import type { EmailResult, Outbound, OutboundEmail } from "./outbound";

const codeOf = (error: unknown): string | null => {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" && code !== "" ? code : null;
};

/** Sends an email, but waits no longer than its timeout; the call itself cannot be cancelled. */
async function sendWithin(binding: SendEmail, { timeout, ...mail }: OutboundEmail): Promise<EmailResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<EmailResult>((resolve) => {
    const detail = `It did not answer within ${timeout / 1000} s.`;
    timer = setTimeout(() => resolve({ ok: false, code: null, detail }), timeout);
  });
  const sending = binding.send(mail).then(
    ({ messageId }): EmailResult => ({ ok: true, id: messageId }),
    (error): EmailResult => ({ ok: false, code: codeOf(error), detail: error instanceof Error ? error.message : "" }),
  );
  return Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

/** Adds the platform's own email sender to outgoing calls, if the deployment is bound to one. */
export const outboundWithEmail = (outbound: Outbound, binding: SendEmail | undefined, meter: Meter): Outbound =>
  binding === undefined
    ? outbound
    : {
        ...outbound,
        email: async (mail) => {
          chargeMeter(meter, "subrequests", 1);
          return sendWithin(binding, mail);
        },
      };
