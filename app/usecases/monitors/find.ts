import type { MonitorFacts } from "~/db/queries/monitor";
import { type Found, find } from "../change/find";
import { coreOf } from "./view";

type Prior = Parameters<typeof find>[0];

/** The monitor that a change is about, or the answer that it already has; a conflict shows nothing of its settings. */
export const findMonitor = (
  prior: Prior,
  row: MonitorFacts | undefined,
  input: { pageId: string; version?: number | undefined },
): Found<MonitorFacts> => find(prior, row, input, (it) => coreOf(it));
