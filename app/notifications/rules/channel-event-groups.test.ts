import { expect, test } from "vitest";
import { channelEventGroups, channelEvents } from "./notice";

test("each event of a channel stands in one group of its form", () => {
  expect(Object.values(channelEventGroups).flat().sort()).toEqual([...channelEvents].sort());
});
