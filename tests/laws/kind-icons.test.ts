import { expect, test } from "vitest";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import { kindIconPath } from "~/ui/parts/kind-drawings";

const families = {
  monitors: monitorKinds,
  sources: sourceAdapters,
  channels: channelAdapters,
  mailers: mailerAdapters,
} as const;

test.for(["monitors", "sources", "channels", "mailers"] as const)(
  "every kind of %s has a mark of its own",
  (family) => {
    const kinds = Map.groupBy(
      families[family].map(({ kind }) => kind),
      (kind) => kindIconPath(family, kind),
    );
    expect([...kinds.values()].filter((alike) => alike.length > 1)).toEqual([]);
  },
);
