import { changeOneRow } from "~/change/change-one";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { repositoryByIdQuery } from "./queries/repository";
import {
  newWebhookSecret,
  openRepositorySettings,
  sealRepositorySettings,
  webhookAddressOf,
} from "./repository-settings";
import { type RepositoryTargetInput, repositoryTargetInputSchema } from "./rules/repository-input";
import { repositoryAccess } from "./verbs";

/** Address and secret, as they are entered at the provider. */
export interface NewWebhookSecret {
  address: string;
  secret: string;
}

const noSettings = { token: "", origin: "" };

/**
 * Creates the secret of the webhook, the first or another one; calls signed with the old one are refused from now on.
 * Only this answer has it. Failures: conflict, missing.
 */
export async function rotateRepositorySecret(
  ctx: Ctx,
  given: RepositoryTargetInput,
): Promise<Result<NewWebhookSecret>> {
  const access = { ...repositoryAccess, input: repositoryTargetInputSchema };
  const fresh = newWebhookSecret(ctx);
  const done = await changeOneRow(ctx, access, given, async ({ row }) => {
    const settings = { ...((await openRepositorySettings(ctx, row)) ?? noSettings), secret: fresh };
    return ok({
      action: "repository.rotate",
      fields: { settingsSealed: await sealRepositorySettings(ctx, settings) },
    });
  });
  if (!done.ok) return done;
  // A form that is sent twice created it the first time, so the stored secret counts.
  const [[row]] = await readBatch(ctx, repositoryByIdQuery(ctx, given.pageId, done.value.id));
  const secret = row ? (await openRepositorySettings(ctx, row))?.secret : undefined;
  return secret ? ok({ address: webhookAddressOf(ctx, done.value.id), secret }) : missingFailure;
}
