import { sql } from "drizzle-orm";
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

/**
 * One-time links; only the hash of the token is kept. `console` links are bound to nobody; `mail` links to a person
 * and, by `requestHash`, to the browser that asked, which may type the code instead. `mail` links of nobody
 * keep the times and statements of an unknown address equal to those of a known one.
 */
export const signInLink = sqliteTable(
  "sign_in_link",
  {
    tokenHash: text().primaryKey(),
    kind: text().notNull(),
    personId: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
    requestHash: text(),
    codeHash: text(),
    /** Codes that were typed wrongly. */
    tries: integer().notNull().default(0),
    /** Of kind `email`: the address that becomes the person's once it is proven. */
    email: text(),
  },
  (t) => [
    uniqueIndex("sign_in_link_request").on(t.requestHash),
    index("sign_in_link_person").on(t.personId, t.createdAt).where(sql`person_id IS NOT NULL`),
  ],
);

/** A place on a page for somebody who is not here yet; open until accepted, revoked or out of time. */
export const invitation = sqliteTable(
  "invitation",
  {
    tokenHash: text().primaryKey(),
    id: text().notNull(),
    pageId: text().notNull(),
    /** Null = a link to hand over. */
    email: text(),
    role: text().notNull(),
    invitedBy: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    acceptedAt: integer(),
    acceptedBy: text(),
  },
  (t) => [index("invitation_page").on(t.pageId)],
);
