// Written by `npm run nouns` from the noun.ts of each noun.
import { addAgents } from "~/agents/api/agents";
import { addRuleSuggestions } from "~/alert-rules/api/rule-suggestions";
import { addRules } from "~/alert-rules/api/rules";
import { addAlerts } from "~/alerts/api/alerts";
import type { Api } from "~/api/environment";
import { addChannels } from "~/channels/api/channels";
import { addComponentGroups } from "~/components/api/component-groups";
import { addComponents } from "~/components/api/components";
import { addCorrections } from "~/corrections/api/corrections";
import { addHeartbeats } from "~/heartbeats/api/heartbeats";
import { addIncidentNotes } from "~/incidents/api/incident-notes";
import { addIncidents } from "~/incidents/api/incidents";
import { addPostmortems } from "~/incidents/api/postmortems";
import { addMaintenanceSeries } from "~/maintenances/api/maintenance-series";
import { addMaintenances } from "~/maintenances/api/maintenances";
import { addMonitors } from "~/monitors/api/monitors";
import { addMutes } from "~/mutes/api/mutes";
import { addNotices } from "~/outbox/api/notices";
import { addPages } from "~/pages/api/pages";
import { addPeople } from "~/people/api/people";
import { addTokens } from "~/people/api/tokens";
import { addDeliveries } from "~/sources/api/deliveries";
import { addSources } from "~/sources/api/sources";
import { addUptime } from "~/status-page/api/uptime";
import { addSubscriberRoutes } from "~/subscribers/api/subscribers";
import { addTemplates } from "~/templates/api/templates";

/** Functions that add the routes of each noun to the API, in the order of its reference. */
export const restNouns: readonly ((api: Api) => void)[] = [
  addPages,
  addComponents,
  addComponentGroups,
  addIncidents,
  addPostmortems,
  addIncidentNotes,
  addTemplates,
  addMaintenances,
  addMaintenanceSeries,
  addSources,
  addMonitors,
  addHeartbeats,
  addAgents,
  addRules,
  addAlerts,
  addCorrections,
  addChannels,
  addPeople,
  addSubscriberRoutes,
  addUptime,
  addTokens,
  addNotices,
  addMutes,
  addDeliveries,
  addRuleSuggestions,
];
