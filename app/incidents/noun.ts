import type { NounDefinition } from "~/nouns";

/** A disturbance, with its updates. */
export const incidentNoun = {
  name: "incident",
  at: "incidents",
  tables: [
    { name: "incident_update", of: "incident" },
    { name: "incident_component", key: "incident_id, component_id", of: "incident" },
    { name: "search_words", key: "page_id, part" },
    { name: "incident" },
  ],
  routes: {
    incidents: "incidents/desk/incidents",
    "incidents/new": "incidents/desk/incident-new",
    "incidents/backfill": "incidents/desk/incident-backfill",
    "incidents/:id": "incidents/desk/incident",
    "incidents/:id/postmortem": "incidents/desk/incident-postmortem",
  },
  menu: { area: "respond", order: 20, name: "incidents", called: "Incidents" },
  search: { kind: "incident", order: 70, called: "Incident" },
  ways: [
    { name: "incident", to: "incidents/new", need: "responder", order: 10, called: "New incident" },
    { name: "backfill", to: "incidents/backfill", need: "responder", order: 20, called: "Add past incident" },
  ],
  audit: {
    link: "one",
    ordinary: true,
    fields: { from: "incidents/rules/logged-fields", name: "incidentLogFields" },
    called: "Incidents",
    actions: {
      backfill: "{{actor}} added a past incident",
      change: "{{actor}} updated an incident from its alerts",
      raise: "{{actor}} raised an incident",
      dismiss: "{{actor}} dismissed a draft",
      dismissed: "{{actor}} dismissed a draft: its alerts recovered",
      draft: "{{actor}} drafted an incident",
      edit: "{{actor}} edited an incident",
      edit_update: "{{actor}} corrected an update",
      firing: "{{actor}} recorded that an incident’s alerts are firing again",
      lead_hand_over: "{{actor}} handed over the lead of an incident",
      lead_leave: "{{actor}} left an incident without a lead",
      lead_take: "{{actor}} took the lead of an incident",
      open: "{{actor}} opened an incident",
      postmortem_delete: "{{actor}} deleted a postmortem",
      postmortem_publish: "{{actor}} published a postmortem",
      postmortem_revert: "{{actor}} unpublished a postmortem",
      postmortem_write: "{{actor}} wrote a postmortem",
      publish: "{{actor}} published an incident",
      recovered: "{{actor}} recorded that all alerts of an incident recovered",
      reopen: "{{actor}} reopened an incident",
      reopened: "{{actor}} reopened an incident: its alerts are firing again",
      resolve: "{{actor}} resolved an incident",
      resolved: "{{actor}} resolved an incident: its alerts recovered",
      update: "{{actor}} posted an update",
      withdraw: "{{actor}} withdrew an incident",
    },
  },
  api: {
    routes: [
      { from: "incidents/api/incidents", add: "addIncidentRoutes", order: 40 },
      { from: "incidents/api/postmortems", add: "addPostmortemRoutes", order: 50 },
    ],
    operations: {
      "POST incidents": {
        need: "responder",
        example: {
          incident: {
            name: "Payments fail",
            status: "investigating",
            body: "We look into it.",
            components: { "01m7vrt60gzx9a8q5f0p3kd2bn": "partial_outage" },
            deliver_notifications: true,
          },
        },
      },
      "PUT, PATCH incidents/{id}": {
        need: "responder",
        example: { incident: { status: "identified", body: "A database node is slow; we replace it." } },
      },
      "DELETE incidents/{id}": { need: "admin" },
      "PUT, PATCH incidents/{id}/incident_updates/{update}": {
        need: "responder",
        example: { incident_update: { body: "A database node is slow; we replace it." } },
      },
      "POST incidents/{id}/publish": { need: "responder" },
      "PUT incidents/{id}/postmortem": {
        need: "responder",
        example: { postmortem: { body_draft: "## What happened\n\nA disk was full." } },
      },
      "DELETE incidents/{id}/postmortem": { need: "responder" },
      "PUT incidents/{id}/postmortem/publish": {
        need: "responder",
        example: { postmortem: { notify_subscribers: false } },
      },
      "PUT incidents/{id}/postmortem/revert": { need: "responder" },
    },
  },
  done: {
    "draft-saved": "Draft saved. Only your team can see it.",
    "incident-published": "Published. Visitors see it now.",
    "update-posted": "Update posted. Visitors see it now.",
    "update-saved": "Update corrected.",
    "incident-saved": "Incident saved.",
    "lead-taken": "You lead this incident.",
    "lead-changed": "The lead has changed. A new lead gets an email.",
    "incident-resolved": "Resolved.",
    "announcement-completed": "Announcement completed.",
    "incident-withdrawn": "Withdrawn. It has been removed from the page and all feeds; the audit log keeps a copy.",
    "incident-dismissed": "Draft dismissed.",
    "incident-backfilled": "Past incident added. Nobody was notified; uptime for those days has been recalculated.",
    "postmortem-saved": "Postmortem saved.",
    "postmortem-published": "Postmortem published. Visitors see it now.",
    "postmortem-reverted": "The postmortem is a draft again. Visitors no longer see it.",
    "postmortem-deleted": "Postmortem deleted.",
    "postmortem-started": "Draft filled in from the timeline. Edit it before you publish it.",
  },
  refusals: {
    about: "Forms of incidents and their updates.",
    texts: {
      needs_components: "Choose a component or set an impact.",
      says_nothing: "Enter an update, or change the status or a component.",
      not_started: "The incident hadn’t started by then.",
      resolved: "The incident was already resolved by then.",
      ends_early: "It can’t end before it started.",
      update_text: "Enter the update text.",
      updates_limit: "Enter at most 20 updates; post the others on the incident itself.",
      draft_resolved: "A draft can’t be resolved. Publish it first, or dismiss it.",
      dismissed: "This draft was dismissed.",
      closed: "This incident is closed. Choose one that is open.",
      when: "Enter when it started.",
      not_possible: "This incident has changed, so this is no longer possible. Reload to see it.",
      lead_changed: "Someone else changed the lead in the meantime. Check who leads now, then try again.",
      lead_no_member: "Choose a member of this page who can change incidents.",
      lead_alone: "Change the lead in a request of its own.",
      too_old: "This is more than two years ago.",
      notes_limit: "An incident has at most {{most}} private notes. Delete one first.",
    },
    notes: { notes_limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;

/** A note about an incident that only the team reads. */
export const incidentNoteNoun = {
  name: "incident_note",
  tables: [{ name: "incident_note", of: "incident" }],
  audit: {
    called: "Private notes",
    actions: {
      add: "{{actor}} added a private note",
      edit: "{{actor}} edited a private note",
      delete: "{{actor}} deleted a private note",
    },
  },
  api: {
    routes: [{ from: "incidents/api/incident-notes", add: "addIncidentNoteRoutes", order: 60 }],
    operations: {
      "POST incidents/{id}/notes": {
        need: "responder",
        example: { note: { body: "Ann restarts the second node; call her first." } },
      },
      "PUT, PATCH incidents/{id}/notes/{note}": {
        need: "admin",
        example: { note: { body: "Ann restarts the second node; call her first." } },
      },
      "DELETE incidents/{id}/notes/{note}": { need: "admin" },
    },
  },
  done: {
    "note-added": "Note saved. Only your team sees it.",
    "note-saved": "Note saved.",
    "note-deleted": "Note deleted.",
  },
} as const satisfies NounDefinition;
