import type { NounDefinition } from "~/nouns";

/** The installation itself. */
export const deploymentNounDefinition = {
  name: "deployment",
  routes: {
    usage: "deployment/usage/desk/usage",
    system: "deployment/system/desk/system",
    help: "deployment/system/desk/help",
    "/manage/deployment": "deployment/desk/deployment",
    "/manage/deployment/backup": "backup/desk/deployment-backup",
    "/manage/deployment/audit": "deployment/desk/deployment-audit",
    "/manage/deployment/audit/export": "deployment/desk/deployment-audit-export",
    "/manage/deployment/people": "deployment/desk/deployment-people",
  },
  audit: {
    actions: {
      backup: "{{actor}} downloaded a backup of the deployment",
      export_audit: "{{actor}} exported the deployment’s audit log",
      read_people: "{{actor}} viewed the deployment’s people",
      restore: "{{actor}} restored a backup",
      set_heartbeat: "{{actor}} set the outgoing heartbeat",
      set_self_check: "{{actor}} changed the self-check",
      set_globalping: "{{actor}} changed the Globalping token",
    },
  },
  done: {
    "heartbeat-address-saved": "URL saved. It will be called after each completed run, once a minute.",
    "heartbeat-address-removed": "Outgoing heartbeat removed.",
    "self-check-address-saved": "URL saved. It is used from the next minute to check our own network.",
    "self-check-address-removed": "Self-check removed. If our own network fails, monitors will report outages.",
    "globalping-address-saved": "Token saved. Monitors with Globalping probes use it from the next minute.",
    "globalping-address-removed": "Token removed. Globalping’s probes are no longer used.",
  },
} as const satisfies NounDefinition;
