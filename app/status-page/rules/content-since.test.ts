import { expect, test } from "vitest";
import { snapshotContentDigestOf } from "./content-since";
import type { Snapshot } from "./snapshot-document";

const now = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;

const document = ({ name = "Acme", edited = 0 } = {}) =>
  ({
    page: { id: "p", name, updatedAt: edited },
    banner: { indicator: "none" },
    ...{ groups: [], components: [], incidents: [], maintenances: [] },
    recent: { incidents: [], maintenances: [] },
  }) as unknown as Snapshot;

const nothing = { digest: "", at: 0 };
const edited = now - 5 * hour;
const { digest } = snapshotContentDigestOf(document(), nothing, now);

test.each([
  ["as before", document({ edited }), { digest, at: now - 2 * hour }, now - 2 * hour],
  ["as before, of a clock that was ahead", document({ edited }), { digest, at: now + hour }, now],
  ["as before, but something of it was written since", document({ edited }), { digest, at: now - 9 * hour }, edited],
  ["something else", document({ name: "Other", edited }), { digest, at: now - 2 * hour }, now],
  ["nobody knows what before", document({ edited }), nothing, edited],
  ["nobody knows what before, written by a clock ahead", document({ edited: now + hour }), nothing, now],
])("it says %s", (_, snapshot, before, expected) => {
  expect(snapshotContentDigestOf(snapshot, before, now).at).toBe(expected);
});

test("a digest tells what is said, and not when that was written", () => {
  expect(snapshotContentDigestOf(document({ edited }), nothing, now).digest).toBe(digest);
  expect(snapshotContentDigestOf(document({ name: "Acmé" }), nothing, now).digest).not.toBe(digest);
});
