import type { MovedNoun } from "../../rules/moved-nouns";
import type { ImportNounWriter } from "../noun-writer";
import { channelImportWriter } from "./channel";
import { componentImportWriter } from "./component";
import { groupImportWriter } from "./group";
import { heartbeatImportWriter } from "./heartbeat";
import { incidentImportWriter } from "./incident";
import { maintenanceImportWriter } from "./maintenance";
import { maintenanceSeriesImportWriter } from "./maintenance-series";
import { monitorImportWriter } from "./monitor";
import { pageImportWriter } from "./page";
import { subscriberImportWriter } from "./subscriber";
import { templateImportWriter } from "./template";

/** Writers of the things that an import brings, by noun. */
export const importWriterByNoun: { [Noun in MovedNoun]: ImportNounWriter<Noun> } = {
  page: pageImportWriter,
  group: groupImportWriter,
  component: componentImportWriter,
  monitor: monitorImportWriter,
  heartbeat: heartbeatImportWriter,
  incident: incidentImportWriter,
  maintenance: maintenanceImportWriter,
  template: templateImportWriter,
  subscriber: subscriberImportWriter,
  maintenance_series: maintenanceSeriesImportWriter,
  channel: channelImportWriter,
};
