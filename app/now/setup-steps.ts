import { isPageNew, type PageSetupSteps } from "~/status-page/rules/page-duties";
import type { FirstStepsRow } from "./queries/first-steps";

type ReachField = "people" | "untriedChannels" | "mailers" | "failing";
type FirstStepsFacts = Omit<FirstStepsRow, ReachField>;

/** Steps of a page's set-up with a source of which nothing has arrived yet. */
export interface PageSetup {
  done: PageSetupSteps;
  /** True when a channel is connected. */
  hasChannel: boolean;
  unheardId: string | null;
}

/** Returns the steps of a page's set-up; null when nothing is asked for any more. */
export function pageSetupOf(facts: FirstStepsFacts, now: number): PageSetup | null {
  const steps: PageSetupSteps = {
    components: Boolean(facts.hasComponent),
    origins: Boolean(facts.hasOrigin),
    report: Boolean(facts.hasReport),
    alert: Boolean(facts.alarmed),
    mailer: Boolean(facts.mailed),
    account: Boolean(facts.hasAccount),
    team: Boolean(facts.hasTeam),
    subscribers: Boolean(facts.hasSubscriber),
  };
  const { everOpened, createdAt, unheardId } = facts;
  const isNew = isPageNew(steps, { everOpened: Boolean(everOpened), createdAt }, now);
  const hasChannel = facts.channels + facts.failingChannels > 0;
  return isNew ? { done: steps, hasChannel, unheardId } : null;
}
