import type { UnassignedAlertGroupRow } from "~/alerts/list-unassigned-alerts";
import type { BackupCopiesState } from "~/backup/rules/daily";
import type { AlertOrigin } from "~/db/schema/index";
import type { SecretUnderOldKey } from "~/deployment/sealed/list";
import type { DayLimits } from "~/deployment/usage/rules/usage";
import type { UnreachedPolicyRecipients } from "~/escalation/rules/escalation-reach";
import type { ListedIncident } from "~/incidents/list";
import type { MaintenanceView } from "~/maintenances/verbs";
import type { DailySmsUsage } from "~/notifications/engine/texts-of-day";
import type { MailSendingView } from "~/outbox/outbox-view";
import type { StorageTrouble } from "~/platform/storage";
import type { Status, StatusByLayer, StatusLayer } from "~/status/status";
import type { PageStateWithLetter } from "~/status-page/rules/head-state";
import type { teamUnreachedReason } from "~/status-page/rules/page-duties";
import type { FiringAlertGroup, WaitingAlertGroup } from "./firing-groups";
import type { PageFreshness } from "./page-health";
import type { PageSetup } from "./setup-steps";
import type { UnwatchedComponents } from "./unwatched-components";

export interface AffectedComponent {
  id: string;
  name: string;
  effective: Status;
  layers: StatusByLayer;
  /** The layers that give it this status. */
  because: StatusLayer[];
}

export interface NowOpenIncident extends ListedIncident {
  /** Time since which an update is overdue; null when it is not. */
  overdueSince: number | null;
}

export interface NowDraftIncident extends ListedIncident {
  /** True when nobody could be notified of it so far. */
  isUntold: boolean;
}

/** A muted object on the page, and the end of its mute. */
export interface MutedThing {
  kind: AlertOrigin | "component";
  id: string;
  name: string;
  until: number;
}

/** The whole Now page for a person on duty; instants in ms. */
export interface NowView {
  /** State of the whole page as the public page shows it. */
  head: PageStateWithLetter;
  firing: FiringAlertGroup[];
  /** Firing alerts that no component shows, critical ones first. */
  unassigned: UnassignedAlertGroupRow[];
  /** Number of firing alerts that are not dismissed. */
  firingCount: number;
  /** Number of all firing alerts, with dismissed ones; not all of them are shown. */
  alertCount: number;
  /** Groups that open a draft or an incident after their hold. */
  waiting: WaitingAlertGroup[];
  /** End, author and reason of the mute of everything; null when there is none. */
  mute: { until: number; by: string | null; reason: string | null } | null;
  muted: MutedThing[];
  /** Published and open; `recoveredAt` is set when all of its alerts have recovered. */
  open: NowOpenIncident[];
  drafts: NowDraftIncident[];
  /** Number of updates, maintenance windows and postmortems that programs proposed. */
  proposals: number;
  components: AffectedComponent[];
  /** Maintenance in progress or scheduled for the next seven days. */
  maintenances: MaintenanceView[];
  /** Number of those scheduled after that. */
  laterMaintenances: number;
  /** State of outgoing email, and what waits for it. */
  mail: MailSendingView;
  health: PageFreshness;
  /**
   * The limit of the database that ticks alone come closest to, 0 … 1; null when there is no limit, or nothing was
   * counted yet.
   */
  usage: { name: keyof DayLimits; share: number } | null;
  /** Text messages of the day; null when the deployment sends none. */
  texts: DailySmsUsage | null;
  /** The daily backups of one machine, with the time of the newest in UTC ms; null if backups are not made. */
  backups: { state: BackupCopiesState; last: number | null } | null;
  /** True when requests come through a proxy that is not trusted, so that all visitors count as one. */
  untrustedProxy: boolean;
  /** True if UPFRONT_SECRET differs from the secret that encrypts the database, so that nothing can be encrypted. */
  wrongSecret: boolean;
  /** Reason why nothing can be saved; null when it can. */
  storage: StorageTrouble | null;
  /** Things that were sealed with a secret that is no longer set. */
  sealedAway: SecretUnderOldKey[];
  /** Reason why a draft would notify nobody on the team; null if it would notify someone. */
  unreached: ReturnType<typeof teamUnreachedReason>;
  /** True when all that would reach the team are channels to which nothing was sent yet. */
  untried: boolean;
  /** Recipients of the escalation policy that are not reached; null when all are, or it is off. */
  escalation: UnreachedPolicyRecipients | null;
  /**
   * Steps of a new page, and the source from which nothing has arrived yet; null when its set-up is no longer shown
   * (`isPageNew`).
   */
  steps: PageSetup | null;
  keeping: UnwatchedComponents;
}
