import { foreignRecord, hasAnyMember } from "../foreign-values";
import type { MoveDocument } from "../move-document";
import { type MoveNotes, type NoteSubject, wholeOriginSubject } from "../move-notes";

const config = wholeOriginSubject("Gatus");

const server = "It is about Gatus' own server.";

const topFields: Readonly<Record<string, string>> = {
  security: "Who may see the page is set here by its own settings.",
  maintenance: "It repeats, and only silences alerts there: add a repeating maintenance if visitors should see it.",
  suites: "Several requests that follow each other: add a monitor with preceding requests.",
  web: server,
  metrics: server,
  storage: server,
  connectivity: server,
  remote: server,
  tunneling: server,
  concurrency: server,
  "disable-monitoring-lock": server,
  "skip-invalid-config-update": server,
  debug: server,
  state: server,
};

const known = new Set([
  "endpoints",
  "services",
  "external-endpoints",
  "announcements",
  "alerting",
  "ui",
  ...Object.keys(topFields),
]);

const uiFields: Readonly<Record<string, string>> = {
  link: "Links are added in the page's settings.",
  buttons: "Links are added in the page's settings.",
  "custom-css": "The page here has its own looks.",
  "dashboard-heading": "The page has one name and one description.",
  "dashboard-subheading": "The page has one name and one description.",
  "default-sort-by": "Components keep the order that they come in.",
  "default-filter-by": "Visitors filter for themselves.",
  "dark-mode": "The page follows the visitor's own choice.",
  favicon: "The page here has its own.",
};

/** Fields of an endpoint's `client` and of the endpoint itself without a place here. */
export const unmovedEndpointFields: Readonly<Record<string, string>> = {
  "maintenance-windows": topFields.maintenance ?? "",
  "extra-labels": server,
  "always-run": "Only suites have it.",
  store: "Only suites have it.",
  ssh: "SSH is not checked here.",
};

export const unmovedClientFields: Readonly<Record<string, string>> = {
  insecure: "A certificate is always judged here.",
  "proxy-url": "Checks here use no proxy.",
  "dns-resolver": "Checks here use their own resolver.",
  oauth2: "Add a preceding request that fetches the token.",
  "identity-aware-proxy": "Add a preceding request that fetches the token.",
  tls: "Checks here show no certificate of their own.",
  tunnel: "Checks here use no tunnel: an agent can check within a network.",
  network: "Checks here choose IPv4 or IPv6 themselves.",
};

/** Notes what of the whole configuration has no place here, and channels, whose addresses are not taken over. */
export function noteGatusConfigFields(from: Record<string, unknown>, notes: MoveNotes): void {
  notes.leftOutFields(config, from, topFields);
  notes.leftOutFields({ noun: "page", id: "gatus", name: "" }, foreignRecord(from.ui), uiFields);
  for (const name of Object.keys(foreignRecord(from.alerting))) {
    notes.leftOut(config, `alerting.${name}`, "Add it as a channel: its address and secrets are not taken over.");
  }
  const strange = Object.keys(from).filter((name) => !known.has(name) && !name.startsWith("x-"));
  for (const name of strange) notes.leftOut(config, name.slice(0, 100), "It is not known here.");
}

/** Notes once how many endpoints have alerts or looks of their own. */
export function noteGatusCommonFields(endpoints: readonly Record<string, unknown>[], notes: MoveNotes): void {
  const reasons = {
    alerts: "Choose channels and how many results in a row count, in the monitors' settings.",
    ui: "Badges and charts here have their own looks.",
  };
  for (const [field, reason] of Object.entries(reasons)) {
    const count = endpoints.filter((each) => each[field] !== undefined && each[field] !== null).length;
    const subject: NoteSubject = { noun: "monitor", id: null, name: `${count} endpoints` };
    if (count > 0) notes.leftOut(subject, field, reason);
  }
}

/** Returns the page that `ui` describes; null without one. */
export function movedGatusPage(
  from: Record<string, unknown>,
  texts: Record<"name" | "about" | "logo", string>,
): MoveDocument["page"] {
  if (!hasAnyMember(from.ui) || texts.name === "") return null;
  return {
    id: "gatus",
    name: texts.name,
    about: texts.about,
    timeZone: null,
    slug: null,
    host: null,
    accentColor: null,
    logoUrl: texts.logo === "" ? null : texts.logo,
    isPrivate: false,
    languages: [],
  };
}
