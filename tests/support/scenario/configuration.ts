import { noConfigurationCounts } from "~/configuration/rules/configuration-job";
import { configurationJob } from "~/db/schema";
import { newId } from "~/platform/ids";
import { noon } from "../database";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { bornAt } from "./time";

/** A file that was applied by the owner and changed nothing, unless the test says otherwise. */
export function aConfigurationJob(pageId: string, options: Over<typeof configurationJob> = {}): { id: string } & Piece {
  const { id = newId(noon), ...over } = options;
  return piece({ id }, (_, now) => {
    const lists = { pageIds: { shop: pageId }, counts: noConfigurationCounts, refusals: [], stopped: [] };
    const usual = {
      file: "infrastructure",
      actor: { kind: "person" as const, id: "owner" },
      state: "applied",
      total: 0,
    };
    return rowsOf(configurationJob, [{ id, pageId, ...usual, ...lists, endedAt: now, ...bornAt(now), ...over }]);
  });
}
