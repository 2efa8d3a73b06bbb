/** The version of these sources: package.json's, which `npm run release` raises together with this. */
export const upfrontVersion = "0.2.0";

/** The environment of a deployment. */
export interface DeploymentEnvironment {
  onCloudflare: boolean;
}

interface VersionChange {
  key: string;
  /** The version that introduces it. */
  since: string;
  concerns(where: DeploymentEnvironment): boolean;
}

const everywhere = () => true;
const onOneMachine = ({ onCloudflare }: DeploymentEnvironment) => !onCloudflare;

/**
 * Changes that an upgrade causes by itself: something becomes grey or red, or is restated or refused. Deployment shows
 * each while it is listed here, at least until three later versions are out, for people who skip versions. Their texts
 * are in deployment/desk ("changes") and CHANGELOG.md.
 */
const changes = [
  { key: "dead_scheduler", since: "0.2.0", concerns: onOneMachine },
  { key: "lost_database", since: "0.2.0", concerns: onOneMachine },
  { key: "owner_only", since: "0.2.0", concerns: onOneMachine },
  { key: "restoring", since: "0.2.0", concerns: onOneMachine },
  { key: "ses_topic", since: "0.3.0", concerns: everywhere },
  { key: "visitor_networks", since: "0.3.0", concerns: onOneMachine },
  { key: "compose_networks", since: "0.3.0", concerns: onOneMachine },
  { key: "mail_limits", since: "0.3.0", concerns: onOneMachine },
  { key: "agent_metadata", since: "0.3.0", concerns: everywhere },
  { key: "unmonitored", since: "0.3.0", concerns: everywhere },
  { key: "source_silence", since: "0.3.0", concerns: everywhere },
  { key: "self_check", since: "0.3.0", concerns: everywhere },
  { key: "standstill", since: "0.3.0", concerns: everywhere },
  { key: "restating", since: "0.3.0", concerns: everywhere },
  { key: "unassigned", since: "0.3.0", concerns: everywhere },
  { key: "reading", since: "0.3.0", concerns: everywhere },
] as const satisfies VersionChange[];

export type VersionChangeKey = (typeof changes)[number]["key"];

export interface ShownVersionChange {
  key: VersionChangeKey;
  since: string;
}

/** Returns the changes that concern a deployment, the newest version first. */
export const versionChangesForDeployment = (where: DeploymentEnvironment): ShownVersionChange[] =>
  changes
    .filter(({ concerns }) => concerns(where))
    .map(({ key, since }) => ({ key, since }))
    .toSorted((one, other) => other.since.localeCompare(one.since, "en", { numeric: true }));
