import type { TeamContent } from "./team-content";
import type { TeamWords } from "./team-words";

export interface StoppedRepositoryFacts {
  id: string;
  /** Owner and name. */
  path: string;
  /** Time at which its maker was found without the right, UTC ms. */
  since: number;
}

/** Returns the message that the pushes to a Git repository change nothing any more. */
export const stoppedRepositoryTeamContent = (
  { t, moment }: TeamWords,
  { id, path, since }: StoppedRepositoryFacts,
): TeamContent => ({
  title: t("repository_title", { path }),
  text: t("repository_about"),
  severity: "warning",
  link: { text: t("open_repository"), path: `/configuration/repositories/${encodeURIComponent(id)}` },
  facts: [{ name: t("since"), value: moment(since) }],
});
