// Written by `npm run nouns` from the noun.ts of each noun.
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { mailerAdapterOf } from "~/mailers/kinds/known-kinds";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";

/** Functions that find an adapter by its kind, by subject of the audit log. */
export const adapterFinderBySubject = {
  channel: channelAdapterOf,
  mailer: mailerAdapterOf,
  monitor: monitorKindOf,
  source: sourceAdapterOf,
};
