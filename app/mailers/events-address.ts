import type { Ctx } from "~/platform/ctx";

const signed = (mailerId: string) => `mail-events.${mailerId}`;

/**
 * Returns the URL to which the mailer's service posts bounces. It cannot be guessed, and a new deployment secret
 * changes it.
 */
export const mailerWebhookUrlOf = async ({ config, secrets }: Ctx, mailerId: string): Promise<string> =>
  `${config.origin}/ingest/mail/${mailerId}.${await secrets.sign(signed(mailerId))}`;

/** Returns the mailer that a token belongs to; null = the token is invalid. */
export async function mailerIdOfToken({ secrets }: Ctx, token: string): Promise<string | null> {
  const [, id = "", signature = ""] = /^([a-z0-9]{1,40})\.([\w-]{43})$/.exec(token) ?? [];
  return id !== "" && (await secrets.verify(signed(id), signature)) ? id : null;
}
