import { channelOf } from "~/channels/kinds/known-kinds";
import { existingGroups } from "~/components/queries/component";
import { read } from "~/db/read";
import { goneFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { readHeldLink } from "./held-link";
import type { SubscriberRow } from "./queries/subscriber";
import { maskedAddress } from "./rules/subscriber";
import { shownTargetOf } from "./shown-target";

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

/** Returns the kind's title with, if known, the masked address. */
async function wayOf(ctx: Ctx, row: SubscriberRow): Promise<string> {
  const title = channelOf(row.kind)?.title ?? row.kind;
  const shown = await shownTargetOf(ctx, row);
  return shown === "" ? title : `${title} (${shown})`;
}

/** Returns what the holder of an email's link may see and change. Failures: gone. */
export async function readSubscription(
  ctx: Ctx,
  { pageId, token }: { pageId: string; token: string },
): Promise<Result<SubscriptionView>> {
  const held = await readHeldLink(ctx, pageId, token);
  if (held.state === "gone") return goneFailure;
  const { kind, address, scope, componentIds, incidentId, language, timeZone, state } = held.row;
  const [groups] = componentIds.length > 0 ? await read(ctx, existingGroups(ctx, pageId, componentIds)) : [[]];
  return ok({
    left: held.state === "left",
    kind,
    address: kind === "email" ? maskedAddress(address ?? "") : await wayOf(ctx, held.row),
    scope,
    componentIds,
    groups,
    incidentId,
    language,
    timeZone,
    quarantined: state === "quarantined",
  });
}
