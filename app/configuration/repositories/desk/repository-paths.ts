import type { PageTrail } from "~/ui/frame/trail";
import { configurationPath, configurationTrail } from "../../desk/configuration-paths";
import { wordsIn } from "./words/words";

/** Path of a repository’s page. */
export const repositoryPath = (slug: string, id: string): string => `${configurationPath(slug)}/repositories/${id}`;

/** The trail of a repository’s page. */
export const repositoryTrail: PageTrail<{ slug: string }> = configurationTrail;

/** The trail of a reading’s page. */
export const repositoryReadingTrail: PageTrail<{ slug: string; repositoryId: string }> = (data, language) => [
  ...configurationTrail(data, language),
  { to: repositoryPath(data.slug, data.repositoryId), name: wordsIn(language).t("page.one") },
];

/** Characters of a commit’s name as people write it. */
const shortChars = 9;
export const shortSha = (sha: string): string => sha.slice(0, shortChars);
