import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role } from "~/access/actor";
import type { DeviceCodeState } from "~/people/rules/device-code";
import type { MailAllowance } from "~/people/rules/mail-allowance";
import type { DailyCountName } from "~/people/rules/stranger-rows";

export const personTable = sqliteTable(
  "person",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    /** `human`, or `builtin`: the operator behind the bootstrap token. */
    kind: text().$type<"human" | "builtin">().notNull().default("human"),
    operator: integer({ mode: "boolean" }).notNull().default(false),
    /** Time since which an operator has blocked this person; null = may sign in. */
    disabledAt: integer(),
    /** Language tag that has a catalogue, with the region that decides the format of dates; null = not known yet. */
    language: text(),
    /** Time zone by its IANA name; null = not known yet. */
    timeZone: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [uniqueIndex("person_email").on(t.email)],
);

export const membershipTable = sqliteTable(
  "membership",
  {
    pageId: text().notNull(),
    personId: text().notNull(),
    role: text().$type<Role>().notNull(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.personId] }), index("membership_person").on(t.personId)],
);

export const sessionTable = sqliteTable(
  "session",
  {
    tokenHash: text().primaryKey(),
    id: text().notNull(),
    personId: text().notNull(),
    userAgent: text().notNull().default(""),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /**
     * Time when its person last verified their identity, by signing in or stepping up; 0 = before this was recorded.
     */
    provenAt: integer().notNull().default(0),
  },
  (t) => [index("session_person").on(t.personId)],
);

/** A key pair of a person's device; only its public half is here (WebAuthn level 3). */
export const passkeyTable = sqliteTable(
  "passkey",
  {
    /** Base64url, as the authenticator made it. */
    credentialId: text().primaryKey(),
    id: text().notNull(),
    personId: text().notNull(),
    name: text().notNull(),
    /** COSE key in base64url. */
    publicKey: text().notNull(),
    counter: integer().notNull().default(0),
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    backedUp: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (t) => [index("passkey_person").on(t.personId)],
);

/** Challenges that were answered correctly: a signed challenge is valid once. Starting and failing write nothing. */
export const challengeTable = sqliteTable(
  "challenge",
  {
    /** Hash of its nonce. */
    tokenHash: text().primaryKey(),
    /** `passkey_new`, `passkey_sign_in`, `step_up` or `provider`. */
    kind: text().notNull(),
    personId: text(),
    sealed: text().notNull().default(""),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [index("challenge_expires").on(t.expiresAt)],
);

/** Another place to sign in: an OpenID Connect provider of the operator's choice. */
export const identityProviderTable = sqliteTable("identity_provider", {
  id: text().primaryKey(),
  name: text().notNull(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** The client's secret, encrypted. */
  secretSealed: text().notNull(),
  version: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
});

/** A person's identity at a provider. */
export const identityTable = sqliteTable(
  "identity",
  {
    providerId: text().notNull(),
    /** `sub` of OpenID Connect, which never changes, unlike an address. */
    subject: text().notNull(),
    id: text().notNull(),
    personId: text().notNull(),
    /** Address that the provider last gave. */
    email: text().notNull().default(""),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.subject] }), index("identity_person").on(t.personId)],
);

export const apiTokenTable = sqliteTable(
  "api_token",
  {
    tokenHash: text().primaryKey(),
    id: text().notNull(),
    personId: text().notNull(),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    readOnly: integer({ mode: "boolean" }).notNull().default(false),
    /** True when it may only draft and propose: it changes nothing that visitors see. */
    drafter: integer({ mode: "boolean" }).notNull().default(false),
    /** True when it may also come as `?api_key=`, on the addresses that Statuspage has too. */
    inUrl: integer({ mode: "boolean" }).notNull().default(false),
    expiresAt: integer(),
    lastUsedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [index("api_token_person").on(t.personId)],
);

/**
 * One-time links; only the hash of the token is kept. `console` links are bound to no person; `mail` links to a person
 * and, by `requestHash`, to the browser that asked, where the code may be typed instead. A row exists only where an
 * email was sent.
 */
export const signInLinkTable = sqliteTable(
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
    /** Number of wrong codes that were entered. */
    tries: integer().notNull().default(0),
    /** Address of a link of kind `email`, which becomes the person's address once it is verified. */
    email: text(),
  },
  (t) => [
    uniqueIndex("sign_in_link_request").on(t.requestHash),
    index("sign_in_link_person").on(t.personId, t.createdAt).where(sql`person_id IS NOT NULL`),
  ],
);

/**
 * Requests of programs to sign in as a person (RFC 8628), valid for ten minutes; only hashes of both codes are kept.
 * `token_hash` is that of the token that the program gets once a person allowed it.
 */
export const deviceCodeTable = sqliteTable(
  "device_code",
  {
    deviceHash: text().primaryKey(),
    userHash: text().notNull(),
    tokenHash: text().notNull(),
    client: text().notNull(),
    name: text().notNull(),
    /** Network address of the request, which the person who decides sees. */
    address: text().notNull(),
    network: text().notNull(),
    state: text().$type<DeviceCodeState>().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [uniqueIndex("device_code_user").on(t.userHash), index("device_code_expires").on(t.expiresAt)],
);

/** An invitation to a page for a person without access; open until accepted, revoked or expired. */
export const invitationTable = sqliteTable(
  "invitation",
  {
    tokenHash: text().primaryKey(),
    id: text().notNull(),
    pageId: text().notNull(),
    /** Null = an invitation link. */
    email: text(),
    role: text().$type<Role>().notNull(),
    invitedBy: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    acceptedAt: integer(),
    acceptedBy: text(),
  },
  (t) => [index("invitation_page").on(t.pageId)],
);

/** Times of the emails to one address, a row for each allowance (people/rules/mail-allowance). */
export const mailLedgerTable = sqliteTable(
  "mail_ledger",
  {
    /** Address signed with the deployment's key, so that the table names no person. */
    recipient: text().notNull(),
    allowance: text().$type<MailAllowance>().notNull(),
    mailedAt: text({ mode: "json" }).$type<number[]>().notNull(),
    /** Decision that wrote it last, by which a batch that is sent twice is recognised. */
    last: text().notNull(),
    version: integer().notNull().default(0),
    updatedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.recipient, t.allowance] })],
);

/** Number of rows that strangers have caused on one day, by what they asked for (people/rules/stranger-rows). */
export const strangerRowsTable = sqliteTable(
  "stranger_rows",
  {
    /** Whole days since 1970, in UTC. */
    day: integer().notNull(),
    bucket: text().$type<DailyCountName>().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.bucket] })],
);
