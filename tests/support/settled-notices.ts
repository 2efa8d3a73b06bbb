import { withPublicTexts } from "~/alerts/settling/engine/public-words";
import { noticesOfSettling } from "~/alerts/settling/engine/settle-notices";
import type { SettleReadResult } from "~/alerts/settling/queries/settle";
import type { SettleDecision, SettleFacts } from "~/alerts/settling/rules/settle-facts";
import type { NoticeDraft } from "~/commit/commit";
import { words } from "./words";

const english = words("en");

/**
 * Returns the notices of a settling's incidents, as they would be written, without news of sources and without
 * channels.
 */
export function noticesIn(facts: SettleFacts, decision: SettleDecision): NoticeDraft[] {
  const news = { pageId: "page", wants: [], sources: [], fired: [], changedTold: null, unassigned: [] };
  const names = new Map(facts.components.map(({ id }) => [id, id]));
  const known = { facts, news, names, language: "en", timeZone: "Etc/UTC" } as unknown as SettleReadResult;
  return noticesOfSettling(known, withPublicTexts(english, known, decision));
}
