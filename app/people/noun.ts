import type { NounDefinition } from "~/nouns";

/** The identity of a person at a provider. */
export const identityNounDefinition = {
  name: "identity",
  audit: {
    actions: { connect: "{{actor}} connected a provider account", remove: "{{actor}} disconnected a provider account" },
  },
  done: {
    "provider-connected": "Connected. You can now use it to sign in.",
    "provider-disconnected": "Disconnected. You have been signed out on all other devices.",
  },
} as const satisfies NounDefinition;

/** An open invitation to the team. */
export const invitationNounDefinition = {
  name: "invitation",
  at: "people",
  tables: [{ name: "invitation", key: "token_hash", purged: "first" }],
  routes: { "/manage/invitations/:token": "people/desk/invitation" },
  ways: [{ name: "invite", to: "people#invite", need: "owner", order: 137, called: "Invite someone" }],
  audit: {
    link: "list",
    called: "Invitations",
    actions: {
      accept: "{{actor}} accepted an invitation",
      create: "{{actor}} invited someone",
      resend: "{{actor}} renewed an invitation",
      revoke: "{{actor}} revoked an invitation",
    },
  },
  api: {
    operations: {
      "GET invitations": { need: "owner" },
      "POST invitations": { need: "owner", example: { invitation: { role: "responder", email: "ann@example.com" } } },
      "DELETE invitations/{id}": { need: "owner" },
    },
  },
  done: {
    joined: "You’ve joined this page.",
    invited: "Invited. An address gets at most three emails a day: if none arrives, create a link and share it.",
    "invited-already": "This invitation already exists and its link was shown then. Create a new link if you need one.",
    "invitation-revoked": "Invitation revoked. Its link no longer works.",
  },
  refusals: {
    about: "Invitations to a page.",
    texts: {
      above: "You can’t assign a role higher than your own.",
      member: "The person with this address is already a member.",
      invited: "This address is already invited. Resend that invitation.",
      name: "Enter your name.",
      limit: "A page has at most {{most}} open invitations. Revoke one first.",
    },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;

/** A membership of a page’s team. */
export const membershipNounDefinition = {
  name: "membership",
  tables: [{ name: "membership", key: "page_id, person_id", purged: "first" }],
  audit: {
    actions: {
      change_role: "{{actor}} changed a role",
      leave: "{{actor}} left the page",
      remove: "{{actor}} removed a member from the page",
    },
  },
  done: {
    "role-changed": "Role changed. It takes effect immediately.",
    "member-removed": "Member removed.",
    "page-left": "You’ve left the page.",
  },
} as const satisfies NounDefinition;

/** A passkey of a person. */
export const passkeyNounDefinition = {
  name: "passkey",
  audit: {
    called: "Passkeys",
    actions: {
      add: "{{actor}} added a passkey",
      remove: "{{actor}} removed a passkey",
      rename: "{{actor}} renamed a passkey",
    },
  },
  done: {
    "passkey-added": "Passkey added. You can now use it to sign in.",
    "passkey-renamed": "Passkey renamed.",
    "passkey-removed": "Passkey removed. You have been signed out on all other devices.",
  },
  refusals: {
    about: "Passkeys of an account.",
    texts: {
      known: "This passkey is already in use here.",
      refused:
        "Passkey not accepted: it is no longer registered here, or too much time has passed. Try again, or sign in by email.",
      no_host: "Passkeys need https and a host name, or localhost. Check UPFRONT_URL.",
      limit: "An account has at most {{most}} passkeys. Remove one first.",
      response: "The passkey response is missing or invalid. Try again.",
    },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;

/** A person with an account. */
export const personNounDefinition = {
  name: "person",
  at: "people",
  routes: { people: "people/desk/people", "/manage/account": "people/account/desk/account" },
  menu: { area: "team", order: 10, name: "people", called: "People" },
  search: { kind: "person", order: 110, called: "Person", anchor: "person-" },
  audit: {
    link: "list",
    called: "People",
    actions: {
      ask_address: "{{actor}} requested email verification",
      disable: "{{actor}} disabled an account",
      enable: "{{actor}} enabled an account",
      end_operator: "{{actor}} removed someone as operator of the deployment",
      end_sessions: "{{actor}} ended someone’s sessions",
      prove_address: "{{actor}} verified an email address",
      locale: "{{actor}} changed their language and time zone",
      remove_address: "{{actor}} removed their email address",
      rename: "{{actor}} changed their name",
    },
  },
  api: { routes: [{ from: "people/api/people", add: "addPeopleRoutes", order: 180 }] },
  done: {
    "name-saved": "Name saved.",
    "language-saved": "Language and time zone saved.",
    "appearance-saved": "Appearance saved in this browser.",
    "address-email-sent": "Email sent.",
    "address-verified": "Address confirmed. You can now sign in with it.",
    "address-removed": "Address removed. You have been signed out on all other devices.",
    "person-disabled": "Account disabled.",
    "person-enabled": "Account enabled.",
    "operator-removed": "This person is no longer an operator.",
  },
  refusals: {
    about: "Signing in, the account, and the people of a deployment.",
    texts: {
      code: "The code has eight letters and digits, such as 7K3M-Q9TX.",
      address_taken: "Another account already uses this address. Sign in with it, or enter a different address.",
      last_way_in:
        "This is your only way to sign in. First add a passkey or, where email is set up, an address; then remove it.",
      oneself: "Only another operator can do this to your account.",
      last_operator: "This deployment would be left without an operator.",
      wrong_code:
        "That isn’t the code from the latest email. After {{tries}} attempts, or 10 minutes, request a new email.",
    },
    notes: { wrong_code: "{{tries}} is a number." },
  },
} as const satisfies NounDefinition;

/** A signed-in browser. */
export const sessionNounDefinition = {
  name: "session",
  routes: {
    "/manage/sign-in": "people/sign-in/desk/sign-in",
    "/manage/sign-in/code": "people/sign-in/desk/sign-in-code",
    "/manage/sign-in/provider/:id": "people/sign-in/desk/sign-in-provider",
    "/manage/sign-in/:token": "people/sign-in/desk/sign-in-link",
    "/manage/sign-out": "people/sign-in/desk/sign-out",
  },
  audit: {
    ordinary: true,
    called: "Sessions",
    actions: {
      open: "{{actor}} signed in",
      revoke: "{{actor}} ended a session",
      revoke_all: "{{actor}} ended all sessions",
      sign_out: "{{actor}} signed out",
    },
  },
  done: {
    "session-ended": "Session signed out.",
    "signed-out": "You’re signed out.",
    "sessions-ended": "This person has been signed out everywhere.",
  },
} as const satisfies NounDefinition;

/** A token of the API. */
export const tokenNounDefinition = {
  name: "token",
  routes: { "/manage/account/device": "people/devices/desk/device" },
  audit: {
    called: "API tokens",
    actions: { create: "{{actor}} created an API token", revoke: "{{actor}} revoked an API token" },
  },
  api: {
    routes: [{ from: "people/api/tokens", add: "addTokenRoutes", order: 210 }],
    operations: {
      "GET /tokens": { need: "any token" },
      "DELETE /tokens/{id}": { need: "own" },
      "GET tokens": { need: "owner" },
      "DELETE tokens/{id}": { need: "owner" },
    },
  },
  done: {
    "token-created":
      "This token was already created. It is shown only once; if you didn’t copy it, revoke it and create a new one.",
    "token-revoked": "Token revoked. Anything using it is now refused.",
    "device-allowed": "Allowed. Go back to the program, which continues automatically.",
    "device-denied": "Denied. The program gets no access.",
  },
  refusals: {
    about: "API tokens of an account.",
    texts: {
      limit: "An account has at most {{most}} API tokens. Revoke one first.",
      drafter:
        "This API token may only draft and propose. Save a draft or propose it, and a person publishes it in management.",
      device_code:
        "This code is wrong, has expired or was used. Start again in the program, which then shows a new one.",
    },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;
