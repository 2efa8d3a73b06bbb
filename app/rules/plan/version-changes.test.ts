import { expect, test } from "vitest";
import { changesFor } from "./version-changes";

const [onOneMachine, onCloudflare] = [{ onCloudflare: false }, { onCloudflare: true }].map(changesFor);

test("one machine is told of what an upgrade refuses there, Cloudflare of none of it", () => {
  expect(onOneMachine?.map(({ key }) => key)).toEqual(["dead_scheduler", "lost_database", "owner_only", "restoring"]);
  expect(onCloudflare).toEqual([]);
});
