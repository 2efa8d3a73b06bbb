import type { MovedNoun } from "../../rules/moved-nouns";
import type { NounWriter } from "../noun-writer";
import { componentWriter } from "./component";
import { groupWriter } from "./group";
import { heartbeatWriter } from "./heartbeat";
import { incidentWriter } from "./incident";
import { maintenanceWriter } from "./maintenance";
import { monitorWriter } from "./monitor";
import { pageWriter } from "./page";
import { subscriberWriter } from "./subscriber";
import { templateWriter } from "./template";

/** Writers of the things that an import brings, by noun. */
export const nounWriters: { [Noun in MovedNoun]: NounWriter<Noun> } = {
  page: pageWriter,
  group: groupWriter,
  component: componentWriter,
  monitor: monitorWriter,
  heartbeat: heartbeatWriter,
  incident: incidentWriter,
  maintenance: maintenanceWriter,
  template: templateWriter,
  subscriber: subscriberWriter,
};
