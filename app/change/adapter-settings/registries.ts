// Written by `npm run nouns` from the noun.ts of each noun.
import { channelOf } from "~/channels/kinds/known-kinds";
import { mailerOf } from "~/mailers/kinds/known-kinds";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { sourceOf } from "~/sources/kinds/known-kinds";

/** Functions that find an adapter by its kind, by subject of the audit log. */
export const registries = {
  channel: channelOf,
  mailer: mailerOf,
  monitor: monitorKindOf,
  source: sourceOf,
};
