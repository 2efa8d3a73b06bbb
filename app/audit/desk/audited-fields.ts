// Written by `npm run nouns` from the noun.ts of each noun.
import { agentFields } from "~/agents/rules/fields";
import { ruleLogFields } from "~/alert-rules/rules/logged-fields";
import { componentFields, componentGroupFields } from "~/components/rules/fields";
import { repositoryFields } from "~/configuration/rules/repository-fields";
import { correctionFields } from "~/corrections/rules/fields";
import type { Fields } from "~/fields/fields";
import { heartbeatLogFields } from "~/heartbeats/rules/logged-fields";
import { incidentLogFields } from "~/incidents/rules/logged-fields";
import { maintenanceLogFields } from "~/maintenances/rules/plan-fields";
import { monitorFields } from "~/monitors/rules/fields";
import { channelFields } from "~/notifications/rules/fields";
import { pageFields } from "~/pages/rules/fields";
import { proposalLogFields } from "~/proposals/rules/logged-fields";
import { savedViewFields } from "~/saved-views/rules/fields";
import { sourceLogFields } from "~/sources/rules/fields";
import { templateFields } from "~/templates/rules/fields";

/** The fields of a subject, by its kind. */
export const auditedFieldsBySubject: Readonly<Record<string, Fields>> = {
  agent: agentFields,
  channel: channelFields,
  component_group: componentGroupFields,
  component: componentFields,
  correction: correctionFields,
  heartbeat: heartbeatLogFields,
  incident: incidentLogFields,
  maintenance: maintenanceLogFields,
  maintenance_series: maintenanceLogFields,
  monitor: monitorFields,
  page: pageFields,
  proposal: proposalLogFields,
  repository: repositoryFields,
  rule: ruleLogFields,
  saved_view: savedViewFields,
  source: sourceLogFields,
  template: templateFields,
};
