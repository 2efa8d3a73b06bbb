/**
 * Use cases that require a sign-in within the last ten minutes, because they give access or data away; all others do
 * not. tests/laws/audit-walk.test.ts tries them, tests/walls/fresh-sign-in.test.ts says which forms reach them.
 */
export const askingUseCases = [
  "agents/verbs#rotateAgentSecret",
  "audit/deployment#exportDeploymentAudit",
  "audit/export#exportAudit",
  "backup/download#downloadBackup",
  "backup/download#exportPageBackup",
  "channels/create#createChannel",
  "channels/verbs#rotateChannelSecrets",
  "configuration/apply-configuration#applyConfiguration",
  "configuration/page-secrets#setPageSecret",
  "configuration/repositories/apply-reading#applyReading",
  "configuration/repositories/rotate-secret#rotateRepositorySecret",
  "configuration/repositories/verbs#createRepository",
  "configuration/repositories/verbs#updateRepository",
  "deployment/addresses#setGlobalpingToken",
  "importers/apply#applyImport",
  "mailers/verbs#createMailer",
  "mailers/verbs#deleteMailer",
  "mailers/verbs#moveMailer",
  "mailers/verbs#updateMailer",
  "pages/delete#deletePage",
  "pages/own-host#verifyPageHost",
  "pages/passphrase#rotatePagePassphrase",
  "pages/verbs#joinPageAsOwner",
  "people/devices/verbs#allowDevice",
  "people/identities#removeIdentity",
  "people/invitations/create#createInvitation",
  "people/invitations/verbs#resendInvitation",
  "people/memberships/verbs#changeRole",
  "people/memberships/verbs#removeMember",
  "people/operate#disablePerson",
  "people/operate#enablePerson",
  "people/operate#revokeOperatorRight",
  "people/operate#endSessionsOfPerson",
  "people/passkeys/verbs#addPasskey",
  "people/passkeys/verbs#removePasskey",
  "people/remove-address#removeOwnAddress",
  "people/tokens/verbs#createApiToken",
  "providers/verbs#createProvider",
  "providers/verbs#deleteProvider",
  "providers/verbs#updateProvider",
  "subscribers/export#exportSubscribers",
];

/**
 * Use cases that require it only for some changes: to the target of a channel's messages, to a page's visibility, or
 * when a subscriber is to be sent what a page that is not public shows.
 */
export const askingSometimes = [
  "channels/update#updateChannel",
  "pages/update#updatePage",
  "subscribers/add#addSubscriber",
  "subscribers/import#importSubscribers",
];

/** Use cases that require it before they start something completed elsewhere: a ceremony, a redirect, an email. */
export const askingFirst = [
  "people/account#requestAddressChange",
  "people/go-to-provider#startProviderSignIn",
  "people/passkeys/begin#beginPasskeyRegistration",
];
