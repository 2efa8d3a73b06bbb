import { readBatch } from "~/db/read";
import { incidentWithAlertsByIdQuery } from "~/incidents/queries/incident";
import { openProposalByIdQuery } from "~/proposals/queries/proposal";
import type { ProposedMaintenance } from "~/proposals/rules/proposal";
import type { ProposedThing } from "../../rules/proposal-notice";
import { type ProposedContentFacts, proposedTeamContent } from "../../rules/proposed-content";
import { emptyMessageContent, type MessageContent, type ReadMessageContent } from "./published-message";

const telling = (facts: ProposedContentFacts): MessageContent => ({
  told: (words) => proposedTeamContent(words, facts),
  severity: null,
});

/** Reads a draft or a postmortem; nothing when a person has taken it up since. */
const readOfIncident: ReadMessageContent = async (ctx, { pageId, subjectId, scope }) => {
  const thing = scope.thing as ProposedThing;
  const [[found]] = await readBatch(ctx, incidentWithAlertsByIdQuery(ctx, pageId, subjectId));
  const by = thing === "postmortem" ? found?.row.postmortemBy : found?.row.proposedBy;
  if (!found || !by) return emptyMessageContent;
  const person = thing === "postmortem" ? found.postmortemProposerName : found.proposerName;
  return telling({ thing, title: found.row.title, incidentId: subjectId, person, token: by.token });
};

/** Reads an update or a maintenance; nothing when it was published or dismissed since. */
const readOfProposal: ReadMessageContent = async (ctx, { pageId, subjectId }) => {
  const [[found]] = await readBatch(ctx, openProposalByIdQuery(ctx, pageId, subjectId, ctx.now()));
  if (!found) return emptyMessageContent;
  const { row, proposerName: person, incidentTitle } = found;
  const title = incidentTitle ?? (row.content as ProposedMaintenance).title;
  return telling({ thing: row.kind, title, incidentId: row.incidentId, person, token: row.proposedBy.token });
};

/** Reports what a program proposed. */
export const readProposedMessage: ReadMessageContent = (ctx, notice) =>
  ["incident", "postmortem"].includes(String(notice.scope.thing))
    ? readOfIncident(ctx, notice)
    : readOfProposal(ctx, notice);
