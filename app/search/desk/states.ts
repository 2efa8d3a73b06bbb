import { shownHeartbeatStates } from "~/heartbeats/desk/heartbeat-words";
import { wordsIn as heartbeatWords } from "~/heartbeats/desk/words/words";
import { shownMonitorStates } from "~/monitors/desk/monitor-words";
import { wordsIn as monitorWords } from "~/monitors/desk/words/words";
import { searchRank } from "~/text/search-match";

/**
 * Returns states of monitors and heartbeats whose word, in the reader's language or as the API names them, starts with
 * the search.
 */
export function matchingStateNames(search: string, language: string): string[] {
  if (search.trim() === "") return [];
  const [monitor, heartbeat] = [monitorWords(language), heartbeatWords(language)];
  const words: [state: string, word: string][] = [
    ...shownMonitorStates.map((each) => [each, monitor.t(`state.${each}`)] as [string, string]),
    ...shownHeartbeatStates.map((each) => [each, heartbeat.t(`state.${each}`)] as [string, string]),
  ];
  const meant = words.filter(([state, word]) => [state, word].some((each) => searchRank(each, search) === 0));
  return [...new Set(meant.map(([state]) => state))];
}
