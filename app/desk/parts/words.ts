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
  free: "Free plan: requests beyond the limit are refused until midnight UTC.",
  paid: "Paid plan: usage beyond the limit is billed and continues.",
  own: "Self-hosted: no limit except disk space.",
};

/** Statuspage's own, but for what an incident alone raises: that is no outage of a component. */
export const bannerWords: Record<BannerState, string> = {
  ...statuspageWords,
  raised_minor: "Minor Service Outage",
  raised_major: "Partial System Outage",
  raised_critical: "Major Service Outage",
};

/** How a mail server is spoken to. */
export const securityWords: Record<string, string> = {
  starttls: "STARTTLS, required (often port 587)",
  tls: "Implicit TLS (usually port 465)",
  off: "None: passwords and emails are sent unencrypted",
};

/** Values that a kind's setting may take. */
export const choiceWords: Record<string, string> = {
  ...securityWords,
  none: "Nothing",
  basic: "Username and password (Basic)",
  bearer: "Token (Bearer)",
  yes: "Yes",
  no: "No",
};

/** What became of a test mail. */
export const testWords: Record<string, string> = {
  sent: "The mail server accepted the test email. Check that it arrives.",
  refused: "The mailer works, but this address was refused.",
  away: "The mailer doesn’t work. No email was sent.",
};

/** `?done=` key → what the flash says after the 303. An unknown key shows nothing. */
export const doneWords: Record<string, string> = {
  "home-chosen": "This page is now shown at /.",
  "page-made": "Page created. It is already public.",
  "page-joined": "You are now an owner of this page. This was recorded in the audit log.",
  "subscriber-added": "We sent a confirmation email to this address.",
  "subscriber-asked": "Confirmation email sent again.",
  "subscriber-removed": "The subscriber is removed.",
  "subscriber-released": "Sending to this address has resumed.",
  "subscriber-unsubscribed": "Subscription ended.",
  "subscribers-imported": "Subscribers imported. Existing subscribers were left unchanged.",
  "settings-saved": "The settings are saved.",
  "component-made": "The component is added.",
  "component-saved": "The component is saved.",
  "component-archived": "Component archived. Its history is kept.",
  "status-set": "The status is set. Visitors see it now.",
  "status-cleared": "The manual status is cleared.",
  "order-changed": "The order is changed.",
  "group-made": "The group is added.",
  "group-saved": "The group is saved.",
  "group-deleted": "The group is deleted. Its components stay, ungrouped.",
  "draft-saved": "Draft saved. Only your team can see it.",
  "incident-published": "Published. Visitors see it now.",
  "update-posted": "The update is posted. Visitors see it now.",
  "update-saved": "The update is corrected.",
  "incident-saved": "The incident is saved.",
  "incident-resolved": "Resolved.",
  "incident-withdrawn": "Withdrawn. It has been removed from the page and all feeds; the audit log keeps a copy.",
  "incident-dismissed": "The draft is dismissed.",
  "incident-backfilled": "Past incident added. Nobody was notified; uptime for those days has been recalculated.",
  "postmortem-saved": "The postmortem is saved.",
  "postmortem-published": "The postmortem is published. Visitors see it now.",
  "postmortem-reverted": "The postmortem is a draft again. Visitors no longer see it.",
  "postmortem-deleted": "The postmortem is deleted.",
  "template-made": "Template created.",
  "template-saved": "The template is saved.",
  "template-deleted": "The template is deleted.",
  "maintenance-planned": "Scheduled. It is now public.",
  "maintenance-saved": "The maintenance is saved.",
  "maintenance-started": "Started. Its components are under maintenance now.",
  "maintenance-verifying": "Verifying. Component statuses stay unchanged until it is completed.",
  "maintenance-completed": "Completed. Components are back to their own status.",
  "maintenance-extended": "Extended. Visitors see the new end.",
  "maintenance-cancelled": "Cancelled. Visitors see that it won’t take place.",
  "series-saved": "Series saved. Upcoming occurrences were updated.",
  "series-ended": "Series ended. Upcoming occurrences were cancelled.",
  "alert-acknowledged": "Acknowledged.",
  "alert-attached": "Attached, together with the alerts grouped with it. They won’t open another incident.",
  "alert-detached": "Detached. After the hold, the rule is applied again.",
  "alert-dismissed": "Dismissed. This alert no longer affects component status.",
  "source-made": "Source created. Set up your tool as shown below.",
  "source-saved": "The source is saved.",
  "source-rotated": "The source has a new address. The old one no longer works.",
  "source-deleted": "The source is deleted.",
  "monitor-made": "Monitor created. The first check runs within a few minutes.",
  "monitor-saved": "The monitor is saved.",
  "monitor-paused": "Paused. It is not checked until it is resumed.",
  "monitor-resumed": "Resumed. It is checked again from the next minutes on.",
  muted: "Muted. Statuses still change, but nobody is notified and no incidents open.",
  unmuted: "Unmuted. Alerts that are still firing will notify and open incidents as usual.",
  "monitor-deleted": "The monitor is deleted.",
  "monitors-changed": "Monitors updated.",
  "test-sent": "Test sent. See the list of deliveries.",
  "branding-saved": "The branding is saved. Visitors see it now.",
  "image-saved": "The image is saved. Visitors see it now.",
  "image-removed": "The image is removed.",
  "visibility-saved": "Saved. The change takes effect immediately.",
  "passphrase-rotated": "Passphrase changed. Everyone who used the old one has lost access.",
  "host-asked": "Now set the record, then press Check.",
  "host-set": "Domain connected.",
  "host-removed": "Domain removed.",
  "page-deleted": "Page deleted. Remaining data is removed within a few minutes.",
  "rule-saved": "The rule is saved.",
  "rule-deleted": "The rule is deleted.",
  "heartbeat-made": "Heartbeat created. Waiting for the first ping.",
  "heartbeat-changed": "The heartbeat is saved.",
  "heartbeat-paused": "Paused. Pings aren’t expected and its alerts are resolved.",
  "heartbeat-resumed": "Resumed. It waits for its next ping.",
  "heartbeat-pinged": "Ping received. See the list of pings.",
  "heartbeat-rotated": "The heartbeat has a new address. The old one answers 404 from now on.",
  "heartbeat-deleted": "The heartbeat is deleted.",
  "ping-key-made": "The ping key is made.",
  "ping-key-rotated": "The page has another ping key. Addresses with the old one answer 404 from now on.",
  "notice-stopped": "Stopped. No further recipients will be notified.",
  "notice-resent": "Resending to recipients who weren’t reached.",
  "channel-made": "The channel is made. Send a test to see that it arrives.",
  "channel-saved": "The channel is saved.",
  "channel-paused": "Paused. No notifications are sent to this channel until you resume it.",
  "channel-resumed": "Resumed. It will be notified from the next event on.",
  "channel-deleted": "The channel is deleted.",
  "channel-tested": "Test sent. See the response below.",
  "channel-retried": "Resending.",
  "mailer-made": "The mailer is added. Send a test to see that it works.",
  "mailer-saved": "The mailer is saved.",
  "mailer-deleted": "The mailer is deleted.",
  "provider-made": "The provider is added. Register the redirect address there, then check it.",
  "provider-saved": "The provider is saved.",
  "provider-deleted": "Provider deleted. It can no longer be used to sign in.",
  "provider-connected": "Connected. It signs you in from now on.",
  "provider-disconnected": "Disconnected. You are signed out everywhere but here.",
  "heartbeat-saved": "Address saved. It will be called after each completed run, once a minute.",
  "heartbeat-off": "Outgoing heartbeat removed.",
  "self-check-saved": "Address saved. It is used from the next minute to check our own network.",
  "self-check-off": "Self-check removed. If our own network fails, monitors will report outages.",
  joined: "You have joined this page.",
  "sessions-ended": "All sessions of this person have ended.",
  "person-disabled": "The account is disabled.",
  "person-enabled": "The account is enabled.",
  "operator-ended": "This person no longer operates the deployment.",
  invited: "Invited. An address gets at most three emails a day: if none arrives, make a link and hand it over.",
  "invited-before": "This invitation already exists and its link was shown then. Create a new link if you need one.",
  "invitation-revoked": "Invitation revoked. Its link no longer works.",
  "role-changed": "Role changed. It takes effect immediately.",
  "member-removed": "Member removed.",
  "page-left": "You have left the page.",
  "name-saved": "Your name is saved.",
  "address-mailed": "Email sent.",
  "address-proven": "Address confirmed. You can now sign in with it.",
  "address-removed": "The address is removed. You are signed out everywhere but here.",
  "passkey-added": "The passkey is added. It signs you in from now on.",
  "passkey-renamed": "Passkey renamed.",
  "passkey-removed": "The passkey is removed. You are signed out everywhere but here.",
  "token-made":
    "This token was already created. It is shown only once; if you didn’t copy it, revoke it and create a new one.",
  "token-revoked": "Token revoked. Anything using it is now refused.",
  "session-ended": "That session is signed out.",
  "signed-out": "You are signed out.",
};
