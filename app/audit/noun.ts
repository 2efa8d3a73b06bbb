import type { Noun } from "~/nouns";

/** An entry of the audit log. */
export const auditEntry = {
  name: "audit_entry",
  at: "audit",
  tables: [{ name: "audit_entry", only: "action <> 'page.delete'", purged: "last" }],
  routes: { audit: "audit/desk/audit", "audit/export": "audit/desk/audit-export" },
  menu: { area: "team", order: 30, name: "audit", called: "Audit log" },
} as const satisfies Noun;

/** A request that was refused. */
export const security = {
  name: "security",
  audit: {
    ordinary: true,
    called: "Refused requests",
    actions: {
      bad_code: "{{actor}} entered a wrong sign-in code",
      bad_passkey: "{{actor}} was refused with a passkey",
      bad_passphrase: "{{actor}} entered a wrong passphrase of a page",
      bad_session: "{{actor}} sent a session cookie that is not valid",
      bad_token: "{{actor}} sent an API token that is not valid",
      cross_site: "{{actor}} sent a form from another site",
      forbidden: "{{actor}} was refused something their role does not allow",
    },
  },
} as const satisfies Noun;
