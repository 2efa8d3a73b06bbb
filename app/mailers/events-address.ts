import type { Ctx } from "~/platform/ctx";

const signed = (mailerId: string) => `mail-events.${mailerId}`;

/** Where the service behind this mailer posts what bounced. Nobody guesses it; another secret makes another one. */
export const eventsAddressOf = async ({ config, secrets }: Ctx, mailerId: string): Promise<string> =>
  `${config.origin}/ingest/mail/${mailerId}.${await secrets.sign(signed(mailerId))}`;

/** The mailer of an address; null = it is none of ours. */
export async function mailerIn({ secrets }: Ctx, token: string): Promise<string | null> {
  const [, id = "", signature = ""] = /^([a-z0-9]{1,40})\.([\w-]{43})$/.exec(token) ?? [];
  return id !== "" && (await secrets.verify(signed(id), signature)) ? id : null;
}
