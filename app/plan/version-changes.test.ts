import { expect, test } from "vitest";
import { versionChangesForDeployment } from "./version-changes";

const [onOneMachine, onCloudflare] = [{ onCloudflare: false }, { onCloudflare: true }].map(versionChangesForDeployment);

/** Changes that turn a component grey, or restate its past, by what vouches for it. */
const known = ["unmonitored", "source_silence", "self_check", "standstill", "restating", "unassigned", "reading"];

test("one machine is told of what an upgrade refuses there, the newest first; Cloudflare of what it refuses everywhere", () => {
  const ofNewest = ["ses_topic", "visitor_networks", "compose_networks", "mail_limits", "agent_metadata", ...known];
  const ofOneMachine = [...ofNewest, "dead_scheduler", "lost_database", "owner_only", "restoring"];
  expect(onOneMachine?.map(({ key }) => key)).toEqual(ofOneMachine);
  expect(onCloudflare?.map(({ key }) => key)).toEqual(["ses_topic", "agent_metadata", ...known]);
});
