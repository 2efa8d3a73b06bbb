import { repositoryByIdQuery } from "~/configuration/repositories/queries/repository";
import { readBatch } from "~/db/read";
import { stoppedRepositoryTeamContent } from "../../rules/repository-content";
import { emptyMessageContent, type ReadMessageContent } from "./published-message";

/** Reports a repository that stopped; nothing when someone has saved or disconnected it since. */
export const readStoppedRepositoryMessage: ReadMessageContent = async (ctx, { pageId, subjectId, sequence }) => {
  const [[found]] = await readBatch(ctx, repositoryByIdQuery(ctx, pageId, subjectId));
  if (!found || found.stoppedAt !== sequence) return emptyMessageContent;
  const { id, path } = found;
  return { told: (words) => stoppedRepositoryTeamContent(words, { id, path, since: sequence }) };
};
