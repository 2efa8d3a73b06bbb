import type { NounDefinition } from "~/nouns";

/** An entry of the audit log. */
export const auditEntryNounDefinition = {
  name: "audit_entry",
  at: "audit",
  tables: [{ name: "audit_entry", only: "action <> 'page.delete'", purged: "last" }],
  routes: { audit: "audit/desk/audit", "audit/export": "audit/desk/audit-export" },
  menu: { area: "team", order: 30, name: "audit", called: "Audit log" },
  api: { routes: [{ from: "audit/api/audit", add: "addAuditRoutes", order: 270 }] },
} as const satisfies NounDefinition;

/** A request that was refused. */
export const securityNounDefinition = {
  name: "security",
  audit: {
    ordinary: true,
    called: "Refused requests",
    actions: {
      bad_code: "{{actor}} entered a wrong sign-in code",
      bad_passkey: "{{actor}} used a passkey that was refused",
      bad_passphrase: "{{actor}} entered a wrong page passphrase",
      bad_session: "{{actor}} sent an invalid session cookie",
      bad_token: "{{actor}} sent an invalid API token",
      cross_site: "{{actor}} sent a form from another site",
      forbidden: "{{actor}} tried something their role doesn’t allow",
    },
  },
} as const satisfies NounDefinition;
