import type { ComponentName } from "~/components/names";
import { proposalParameter } from "~/proposals/desk/proposal-deeds";
import { proposedUpdatesTitle, proposerText, toProposalItems } from "~/proposals/desk/proposal-items";
import type { ProposalView } from "~/proposals/verbs";
import type { PageDeskRequest } from "~/ui/frame/desk";
import type { IncidentView } from "../list";

/** Returns the proposals of an incident with all texts in the reader's language, and the one that fills in its form. */
export async function readIncidentProposalsView(
  desk: PageDeskRequest,
  { proposedBy }: Pick<IncidentView, "proposedBy">,
  { found, components }: { found: readonly ProposalView[]; components: readonly ComponentName[] },
) {
  const proposals = await toProposalItems(desk, found, components);
  return {
    proposals,
    proposalsTitle: proposals.length === 0 ? "" : proposedUpdatesTitle(desk.language),
    proposedText: proposerText(desk.language, proposedBy),
    taken: proposals.find((each) => each.id === desk.url.searchParams.get(proposalParameter)) ?? null,
  };
}
