import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { changedValues } from "~/change/differences";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { componentGroupsByIdsQuery, subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { readConfirmationRequestLink } from "~/notifications/letters/engine/confirmation-request-link";
import { openSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { type ConfirmOutcome, confirmSubscriptionRequest, readRequestConfirmOutcome } from "./confirm-request";
import { guardSubscriberVersionStatement, type SubscriberRow, subscriberByIdQuery } from "./queries/subscriber";
import { confirmLinkState, maskAddress } from "./rules/subscriber";
import {
  type ChangeSubscriptionInput,
  changeSubscriptionInputSchema,
  type SubscriptionTokenInput,
  subscriptionTokenInputSchema,
} from "./rules/subscriber-input";
import { readSubscriberTargetLabel } from "./target-label";
import { readSubscriptionTokenHolder } from "./token-holder";

export interface SubscriptionView {
  /** True when the subscription has ended; the holder sees only that. */
  left: boolean;
  /** Kind of channel; `email` = by email. */
  kind: string;
  /** Address: "a•••@example.com"; "Slack (hooks.slack.com/…abcd)". */
  address: string;
  scope: string;
  componentIds: string[];
  /** Chosen groups, including empty ones. */
  groups: { id: string; name: string }[];
  incidentId: string;
  language: string;
  timeZone: string;
  quarantined: boolean;
}

/** Returns the kind's title with the masked address, if there is one. */
async function wayLabel(ctx: Ctx, row: SubscriberRow): Promise<string> {
  const title = channelAdapterOf(row.kind)?.title ?? row.kind;
  const shown = await readSubscriberTargetLabel(ctx, row);
  return shown === "" ? title : `${title} (${shown})`;
}

/** Returns what the holder of an email's link may see and change. Failures: gone. */
export async function readSubscription(
  ctx: Ctx,
  { pageId, token }: { pageId: string; token: string },
): Promise<Result<SubscriptionView>> {
  const holder = await readSubscriptionTokenHolder(ctx, pageId, token);
  if (holder.state === "gone") return goneFailure;
  const { kind, address, scope, componentIds, incidentId, language, timeZone, state } = holder.row;
  const [groups] =
    componentIds.length > 0 ? await readBatch(ctx, componentGroupsByIdsQuery(ctx, pageId, componentIds)) : [[]];
  return ok({
    left: holder.state === "left",
    kind,
    address: kind === "email" ? maskAddress(address ?? "") : await wayLabel(ctx, holder.row),
    scope,
    componentIds,
    groups,
    incidentId,
    language,
    timeZone,
    quarantined: state === "quarantined",
  });
}

/**
 * Changes the scope, language or time zone of the subscription to which an email's link belongs. Failures: invalid
 * (components, language, zone), gone.
 */
export async function changeSubscription(ctx: Ctx, given: ChangeSubscriptionInput): Promise<Result<ChangeResult>> {
  const parsed = parseInput(changeSubscriptionInputSchema, given);
  if (!parsed.ok) return parsed;
  const { pageId, token, commitId = ctx.id(), scope, ...input } = parsed.value;
  return commitChangeWithRetry(ctx, async () => {
    const holder = await readSubscriptionTokenHolder(ctx, pageId, token);
    if (holder.state !== "valid") return goneFailure;
    const [components] = await readBatch(ctx, subscribableItemsOfPageQuery(ctx, pageId));
    const shown = new Set(components.map(({ id }) => id));
    const componentIds = scope === "components" ? input.componentIds.filter((id) => shown.has(id)) : [];
    if (scope === "components" && componentIds.length === 0) {
      return invalidFieldFailure("componentIds", "subscriber.choose_component");
    }
    const { row } = holder;
    const chosen = row.scope === "incident" ? { scope: row.scope, componentIds: [] } : { scope, componentIds };
    const next = { ...chosen, language: input.language ?? row.language, timeZone: input.timeZone ?? row.timeZone };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardSubscriberVersionStatement(pageId, row.id, row.version)],
      changes: updateRowsStatements(subscriberTable, pageId, [{ id: row.id, ...next, updatedAt: ctx.now() }]),
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId: row.id, ...changedValues(row, next) },
    });
  });
}

/** Confirms a subscription by its link; a repeat changes nothing. Failures: gone (altered, expired, revoked). */
export async function confirmSubscription(ctx: Ctx, given: SubscriptionTokenInput): Promise<Result<ConfirmOutcome>> {
  const parsed = parseInput(subscriptionTokenInputSchema, given);
  if (!parsed.ok) return goneFailure;
  const { pageId, token, commitId = ctx.id() } = parsed.value;
  const request = await readConfirmationRequestLink(ctx, token);
  if (request) return request.pageId === pageId ? confirmSubscriptionRequest(ctx, request, commitId) : goneFailure;
  const link = await openSubscriptionToken(ctx, token);
  if (link?.purpose !== "confirm" || (link.expiresAt ?? 0) <= ctx.now()) return goneFailure;
  return commitChangeWithRetry(ctx, async (): Promise<Result<ConfirmOutcome>> => {
    const [[row]] = await readBatch(ctx, subscriberByIdQuery(ctx, pageId, link.id));
    const does = confirmLinkState(row ?? null, link.generation);
    if (!row || does === "gone") return goneFailure;
    const holder = { id: row.id, generation: row.generation };
    if (does === "already") return ok({ holder, already: true });
    const now = ctx.now();
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardSubscriberVersionStatement(pageId, row.id, row.version)],
      changes: updateRowsStatements(subscriberTable, pageId, [
        { id: row.id, state: "active", confirmedAt: now, updatedAt: now },
      ]),
      audit: { action: "subscriber.confirm", subjectKind: "subscriber", subjectId: row.id },
    });
    return done.ok ? ok({ holder, already: false }) : done;
  });
}

/** Returns the outcome that the confirmation button would have, for the page that shows it. */
export async function readConfirmOutcome(
  ctx: Ctx,
  { pageId, token }: SubscriptionTokenInput,
): Promise<Result<ConfirmOutcome>> {
  const request = await readConfirmationRequestLink(ctx, token);
  if (request) return request.pageId === pageId ? readRequestConfirmOutcome(ctx, request) : goneFailure;
  const link = await openSubscriptionToken(ctx, token);
  if (link?.purpose !== "confirm" || (link.expiresAt ?? 0) <= ctx.now()) return goneFailure;
  const [[row]] = await readBatch(ctx, subscriberByIdQuery(ctx, pageId, link.id));
  const does = confirmLinkState(row ?? null, link.generation);
  return row && does !== "gone"
    ? ok({ holder: { id: row.id, generation: row.generation }, already: does === "already" })
    : goneFailure;
}
