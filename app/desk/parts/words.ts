import type { Role } from "~/rules/basics/actor";
import type { BannerState, SettableStatus, Status } from "~/rules/basics/status";
import { incidentStatusWords as statusWordsOfIncident } from "~/rules/incidents/fields";
import { bannerWords as statuspageWords } from "~/rules/snapshot/banner";

export const statusWords: Record<Status, string> = {
  operational: "Operational",
  no_data: "No data",
  under_maintenance: "Under maintenance",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};

export const settableStatusWords: Record<SettableStatus, string> = {
  operational: "Operational",
  under_maintenance: "Under maintenance",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};

/** By any text that may be one of them. */
export const incidentStatusWords: Record<string, string> = statusWordsOfIncident;

export const maintenanceStatusWords: Record<string, string> = {
  scheduled: "Scheduled",
  in_progress: "In progress",
  verifying: "Verifying",
  completed: "Completed",
  cancelled: "Cancelled",
};

export const visibilityWords: Record<string, string> = {
  draft: "Draft",
  published: "Published",
  dismissed: "Dismissed",
  withdrawn: "Withdrawn",
};

/** Who opened an incident. */
export const originWords: Record<string, string> = {
  person: "opened by a person",
  source: "opened by a source",
  monitor: "opened by a monitor",
};

export { impactWords } from "~/rules/incidents/fields";

export const severityWords: Record<string, string> = {
  critical: "Critical",
  error: "Error",
  warning: "Warning",
  info: "Info",
};

export const roleWords: Record<Role, string> = {
  viewer: "Viewer",
  responder: "Responder",
  admin: "Admin",
  owner: "Owner",
};

export const layerWords: Record<string, string> = {
  manual: "a person",
  observed: "alerts",
  incident: "an open incident",
  maintenance: "maintenance",
};

/** Where the deployment runs. */
export const planWords: Record<string, string> = {
  free: "It runs on the free plan: what is beyond it is refused until midnight UTC.",
  paid: "It runs on a paid plan: what is beyond it costs extra and goes on.",
  own: "It runs on a machine of its own, which has no limits but its disk.",
};

/** Statuspage's own, but for what an incident alone raises: that is no outage of a component. */
export const bannerWords: Record<BannerState, string> = {
  ...statuspageWords,
  raised_minor: "Minor Service Disruption",
  raised_major: "Major Service Disruption",
  raised_critical: "Critical Service Disruption",
};

/** How a mail server is spoken to. */
export const securityWords: Record<string, string> = {
  starttls: "STARTTLS, required (often port 587)",
  tls: "TLS from the first byte (often port 465)",
  off: "None: password and mails can be read on the way",
};

/** Values that a kind's setting may take. */
export const choiceWords: Record<string, string> = {
  ...securityWords,
  none: "Nothing",
  basic: "A name and a password (basic)",
  bearer: "A token (bearer)",
  yes: "Yes",
  no: "No",
};

/** What became of a test mail. */
export const testWords: Record<string, string> = {
  sent: "The mail server took the test mail. Look whether it arrives.",
  refused: "The mailer works, but this address was refused.",
  away: "The mailer does not work. No mail left.",
};

/** `?done=` key → what the flash says after the 303. An unknown key shows nothing. */
export const doneWords: Record<string, string> = {
  "home-chosen": "The address / shows this page now.",
  "page-made": "The page is made. Visitors see it already.",
  "page-joined": "You are now an owner of this page. The audit log says so.",
  "subscriber-added": "A mail asks this address to confirm.",
  "subscriber-asked": "The mail that asks to confirm went out once more.",
  "subscriber-removed": "The subscriber is removed.",
  "subscriber-released": "Mail to this address is tried again.",
  "subscriber-unsubscribed": "The subscription is ended.",
  "subscribers-imported": "The list is taken over. Who was here already stayed as they were.",
  "settings-saved": "The settings are saved.",
  "component-made": "The component is added.",
  "component-saved": "The component is saved.",
  "component-archived": "The component is archived. Its history stays.",
  "status-set": "The status is set. Visitors see it now.",
  "status-cleared": "The manual status is cleared.",
  "order-changed": "The order is changed.",
  "group-made": "The group is added.",
  "group-saved": "The group is saved.",
  "group-deleted": "The group is deleted. Its components stay, ungrouped.",
  "draft-saved": "The draft is saved. Only people who sign in see it.",
  "incident-published": "Published. Visitors see it now.",
  "update-posted": "The update is posted. Visitors see it now.",
  "update-saved": "The update is corrected.",
  "incident-saved": "The incident is saved.",
  "incident-resolved": "Resolved.",
  "incident-withdrawn": "Withdrawn: it is gone from the page and every feed. The audit log keeps it.",
  "incident-dismissed": "The draft is dismissed.",
  "incident-backfilled": "The past incident is added. Nobody was told, and its days are counted anew.",
  "postmortem-saved": "The postmortem is saved.",
  "postmortem-published": "The postmortem is published. Visitors see it now.",
  "postmortem-reverted": "The postmortem is a draft again. Visitors no longer see it.",
  "postmortem-deleted": "The postmortem is deleted.",
  "template-made": "The template is kept.",
  "template-saved": "The template is saved.",
  "template-deleted": "The template is deleted.",
  "maintenance-planned": "Planned. Visitors see it now.",
  "maintenance-saved": "The maintenance is saved.",
  "maintenance-started": "Started. Its components are under maintenance now.",
  "maintenance-verifying": "Verifying. Its components stay as they are until it is finished.",
  "maintenance-completed": "Finished. Its components have their own status again.",
  "maintenance-extended": "Extended. Visitors see the new end.",
  "maintenance-cancelled": "Cancelled. Visitors see that it does not take place.",
  "series-saved": "The series is saved. What is planned of it follows.",
  "series-ended": "The series is ended. What was planned of it is cancelled.",
  "alert-acknowledged": "Acknowledged.",
  "alert-attached": "Attached, with what is grouped with it. No other incident opens for it.",
  "alert-detached": "Taken away. After its hold its rule decides anew.",
  "alert-dismissed": "Dismissed: this firing no longer counts.",
  "source-made": "The source is made. Set up the other side as shown below.",
  "source-saved": "The source is saved.",
  "source-rotated": "The source has a new address. The old one answers 404 from now on.",
  "source-deleted": "The source is deleted.",
  "monitor-made": "The monitor is made. Its first check comes within the next minutes.",
  "monitor-saved": "The monitor is saved.",
  "monitor-paused": "Paused. It is not checked until it is resumed.",
  "monitor-resumed": "Resumed. It is checked again from the next minutes on.",
  muted: "Muted. The status goes on changing, but nobody is told and no incident opens.",
  unmuted: "The mute is ended. What fires is told, and opens when it is due.",
  "monitor-deleted": "The monitor is deleted.",
  "monitors-changed": "Those monitors are changed.",
  "test-sent": "The test was sent. It stands in the list of deliveries.",
  "branding-saved": "The branding is saved. Visitors see it now.",
  "image-saved": "The image is saved. Visitors see it now.",
  "image-removed": "The image is removed.",
  "visibility-saved": "Saved. It holds from this moment on.",
  "passphrase-rotated": "There is another passphrase. Everybody who came in by the one before is locked out.",
  "host-asked": "Now set the record, then press Check.",
  "host-set": "The host is the page's own now.",
  "host-removed": "The host is removed.",
  "page-deleted": "The page is deleted. What is left of it is cleared away in the next minutes.",
  "rule-saved": "The rule is saved.",
  "rule-deleted": "The rule is deleted.",
  "heartbeat-made": "The heartbeat is made. It waits for its first ping.",
  "heartbeat-changed": "The heartbeat is saved.",
  "heartbeat-paused": "Paused. It is not expected, and what fired ends.",
  "heartbeat-resumed": "Resumed. It waits for its next ping.",
  "heartbeat-pinged": "The ping is in. It stands in the list of pings.",
  "heartbeat-rotated": "The heartbeat has a new address. The old one answers 404 from now on.",
  "heartbeat-deleted": "The heartbeat is deleted.",
  "ping-key-made": "The ping key is made.",
  "ping-key-rotated": "The page has another ping key. Addresses with the old one answer 404 from now on.",
  "notice-stopped": "Stopped. Nobody else is told.",
  "notice-resent": "It is sent again to those who were not reached.",
  "channel-made": "The channel is made. Send a test to see that it arrives.",
  "channel-saved": "The channel is saved.",
  "channel-paused": "Paused. Nothing is told here until it is switched on again.",
  "channel-resumed": "Switched on. It is told from the next event on.",
  "channel-deleted": "The channel is deleted.",
  "channel-tested": "The test went out. What the other side answered stands below.",
  "channel-retried": "It is sent again.",
  "mailer-made": "The mailer is added. Send a test to see that it works.",
  "mailer-saved": "The mailer is saved.",
  "mailer-deleted": "The mailer is deleted.",
  "provider-made": "The provider is added. Register the redirect address there, then check it.",
  "provider-saved": "The provider is saved.",
  "provider-deleted": "The provider is deleted. Nobody signs in by it any more.",
  "provider-connected": "Connected. It signs you in from now on.",
  "provider-disconnected": "Disconnected. You are signed out everywhere but here.",
  "heartbeat-saved": "The address is saved. Each finished minute calls it from now on.",
  "heartbeat-off": "No address is called any more.",
  "self-check-saved": "The address is saved. From the next minute on it tells whether our own network works.",
  "self-check-off": "No address is asked any more. Our own loss of network looks like an outage of what is checked.",
  joined: "You have joined this page.",
  invited: "The invitation is on its way.",
  "invited-before": "This invitation was made before; its link was shown then. Make it anew for another one.",
  "invitation-revoked": "The invitation is taken back. Its link answers nobody any more.",
  "role-changed": "The role is changed, from this very moment.",
  "member-removed": "That person is no member of this page any more.",
  "page-left": "You have left the page.",
  "name-saved": "Your name is saved.",
  "address-mailed": "The mail is on its way.",
  "address-proven": "This address is yours from now on: sign in by it.",
  "address-removed": "The address is removed. You are signed out everywhere but here.",
  "passkey-added": "The passkey is added. It signs you in from now on.",
  "passkey-renamed": "The passkey has its new name.",
  "passkey-removed": "The passkey is removed. You are signed out everywhere but here.",
  "token-made": "The token was made by this form before. It is shown once only: revoke it if you have not copied it.",
  "token-revoked": "The token is revoked. Whatever used it is refused now.",
  "session-ended": "That session is signed out.",
  "signed-out": "You are signed out.",
};
