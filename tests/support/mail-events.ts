import { mailerWebhookUrlOf } from "~/mailers/events-address";
import { programEndpointHandlerOf } from "~/programs";
import { setMailer } from "./smtp";
import type { Told } from "./told";

export type Deployed = Pick<Told, "deployment">;

const server = { host: "mail.example", port: 587 };

export const addMailer = ({ deployment }: Deployed, id: string, kind: string, settings: Record<string, unknown>) =>
  setMailer(deployment, server, { id, kind, settings });

export async function postTo(
  { deployment }: Deployed,
  address: string,
  body: string,
  headers: Record<string, string> = {},
  method = "POST",
) {
  const url = new URL(address);
  const program = programEndpointHandlerOf(url.pathname, false);
  const ctx = deployment.ctx();
  const request = new Request(url, { method, headers, ...(method === "POST" ? { body } : {}) });
  const answer = await program?.({ request, ctx, url, hostPage: false } as Parameters<NonNullable<typeof program>>[0]);
  return { status: answer?.status, ctx, text: await answer?.text() };
}

/** Posts events as the service behind a mailer does. */
export const postEvents = async (told: Deployed, id: string, payload: unknown, headers?: Record<string, string>) =>
  postTo(told, await mailerWebhookUrlOf(told.deployment.ctx(), id), JSON.stringify(payload), headers);
