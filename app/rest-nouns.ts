// Written by `npm run nouns` from the noun.ts of each noun.
import { addAgentRoutes } from "~/agents/api/agents";
import { addRuleSuggestionRoutes } from "~/alert-rules/api/rule-suggestions";
import { addRuleRoutes } from "~/alert-rules/api/rules";
import { addAlertRoutes } from "~/alerts/api/alerts";
import type { Api } from "~/api/environment";
import { addAuditRoutes } from "~/audit/api/audit";
import { addChannelRoutes } from "~/channels/api/channels";
import { addComponentGroupRoutes } from "~/components/api/component-groups";
import { addComponentRoutes } from "~/components/api/components";
import { addConfigurationRoutes } from "~/configuration/api/configurations";
import { addRepositoryRoutes } from "~/configuration/repositories/api/repositories";
import { addCorrectionRoutes } from "~/corrections/api/corrections";
import { addHeartbeatRoutes } from "~/heartbeats/api/heartbeats";
import { addImportRoutes } from "~/importers/api/imports";
import { addIncidentNoteRoutes } from "~/incidents/api/incident-notes";
import { addIncidentRoutes } from "~/incidents/api/incidents";
import { addPostmortemRoutes } from "~/incidents/api/postmortems";
import { addMaintenanceSeriesRoutes } from "~/maintenances/api/maintenance-series";
import { addMaintenanceRoutes } from "~/maintenances/api/maintenances";
import { addMonitorRoutes } from "~/monitors/api/monitors";
import { addMuteRoutes } from "~/mutes/api/mutes";
import { addNoticeRoutes } from "~/outbox/api/notices";
import { addPageRoutes } from "~/pages/api/pages";
import { addPeopleRoutes } from "~/people/api/people";
import { addTokenRoutes } from "~/people/api/tokens";
import { addProposalRoutes } from "~/proposals/api/proposals";
import { addSavedViewRoutes } from "~/saved-views/api/saved-views";
import { addDeliveryRoutes } from "~/sources/api/deliveries";
import { addSourceRoutes } from "~/sources/api/sources";
import { addUptimeRoutes } from "~/status-page/api/uptime";
import { addSubscriberRoutes } from "~/subscribers/api/subscribers";
import { addTemplateRoutes } from "~/templates/api/templates";

/** Functions that add the routes of each noun to the API, in the order of its reference. */
export const restNouns: readonly ((api: Api) => void)[] = [
  addPageRoutes,
  addComponentRoutes,
  addComponentGroupRoutes,
  addIncidentRoutes,
  addPostmortemRoutes,
  addIncidentNoteRoutes,
  addProposalRoutes,
  addTemplateRoutes,
  addMaintenanceRoutes,
  addMaintenanceSeriesRoutes,
  addSourceRoutes,
  addMonitorRoutes,
  addHeartbeatRoutes,
  addAgentRoutes,
  addRuleRoutes,
  addAlertRoutes,
  addCorrectionRoutes,
  addChannelRoutes,
  addPeopleRoutes,
  addSubscriberRoutes,
  addUptimeRoutes,
  addTokenRoutes,
  addNoticeRoutes,
  addMuteRoutes,
  addSavedViewRoutes,
  addDeliveryRoutes,
  addRuleSuggestionRoutes,
  addConfigurationRoutes,
  addRepositoryRoutes,
  addImportRoutes,
  addAuditRoutes,
];
