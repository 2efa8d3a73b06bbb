import { noConfigurationCounts } from "~/configuration/rules/configuration-job";
import { configurationJobTable, repositoryReadingTable, repositoryTable } from "~/db/schema";
import { newId } from "~/platform/ids";
import { noon } from "../database";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { bornAt } from "./time";

/** A file that was applied by the owner and changed nothing, unless the test says otherwise. */
export function aConfigurationJob(
  pageId: string,
  options: Over<typeof configurationJobTable> = {},
): { id: string } & Piece {
  const { id = newId(noon), ...over } = options;
  return piece({ id }, (_, now) => {
    const lists = { pageIds: { shop: pageId }, counts: noConfigurationCounts, refusals: [], stopped: [] };
    const usual = {
      file: "infrastructure",
      actor: { kind: "person" as const, id: "owner" },
      state: "applied",
      total: 0,
    };
    return rowsOf(configurationJobTable, [{ id, pageId, ...usual, ...lists, endedAt: now, ...bornAt(now), ...over }]);
  });
}

/** A Git repository of the owner, with the plan of one commit that waits, unless the test says otherwise. */
export function aRepository(
  pageId: string,
  options: Over<typeof repositoryTable> = {},
): { id: string; reading: string } & Piece {
  const { id = newId(noon), ...over } = options;
  const reading = newId(noon);
  return piece({ id, reading }, (_, now) => {
    const address = { provider: "forgejo" as const, url: "https://git.example.com", path: "acme/infra" };
    const usual = { ...address, branch: "main", file: "upfront.yaml", settingsSealed: "plain:{}", kept: [] };
    const actor = { kind: "person" as const, id: "owner" };
    const { createdAt } = bornAt(now);
    const plan = { state: "pending" as const, planText: "page shop\n", digest: "digest", errors: [], leaving: [] };
    const read = { id: reading, repositoryId: id, pageId, delivery: "d-1", commitSha: "a".repeat(40), createdAt };
    return [
      ...rowsOf(repositoryTable, [{ id, pageId, ...usual, actor, ...bornAt(now), ...over }]),
      ...rowsOf(repositoryReadingTable, [{ ...read, ...plan, endedAt: now }]),
    ];
  });
}
