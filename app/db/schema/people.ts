import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const person = sqliteTable(
  "person",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    /** `human`, or `builtin`: the operator behind the bootstrap token. */
    kind: text().notNull().default("human"),
    operator: integer({ mode: "boolean" }).notNull().default(false),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [uniqueIndex("person_email").on(t.email)],
);

export const membership = sqliteTable(
  "membership",
  {
    pageId: text().notNull(),
    personId: text().notNull(),
    role: text().notNull(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.personId] }), index("membership_person").on(t.personId)],
);

export const session = sqliteTable(
  "session",
  {
    tokenHash: text().primaryKey(),
    id: text().notNull(),
    personId: text().notNull(),
    userAgent: text().notNull().default(""),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [index("session_person").on(t.personId)],
);

export const apiToken = sqliteTable(
  "api_token",
  {
    tokenHash: text().primaryKey(),
    id: text().notNull(),
    personId: text().notNull(),
    name: text().notNull(),
    role: text().notNull(),
    readOnly: integer({ mode: "boolean" }).notNull().default(false),
    expiresAt: integer(),
    lastUsedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [index("api_token_person").on(t.personId)],
);

/** One-time links; only the hash of the token is kept. `console` links are bound to nobody. */
export const signInLink = sqliteTable("sign_in_link", {
  tokenHash: text().primaryKey(),
  kind: text().notNull(),
  personId: text(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
  usedAt: integer(),
});
