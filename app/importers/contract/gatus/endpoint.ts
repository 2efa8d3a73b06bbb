import {
  type CheckSettings,
  checkHeaderLines,
  clampedExpiryDays,
  dnsCheckSettings,
  domainCheckSettings,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  tcpCheckSettings,
  tlsCheckSettings,
  websocketCheckSettings,
} from "../check-settings";
import { foreignRecord, foreignText } from "../foreign-values";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { type GatusConditions, gatusJsonSettings } from "./conditions";

/** Facts of an endpoint that decide its check. */
export interface GatusEndpointFacts {
  endpoint: Record<string, unknown>;
  asked: GatusConditions;
  subject: NoteSubject;
  notes: MoveNotes;
}

export interface GatusEndpointCheck {
  check: CheckSettings | null;
  /** Conditions of the endpoint that this check does not ask, as people read them. */
  unasked: string[];
}

const hourDays = (hours: number, most: number): number => clampedExpiryDays(hours / 24, most);

/** Names of conditions of the kind of HTTP alone. */
function httpOnly({ asked }: GatusEndpointFacts): string[] {
  const { statuses, latest, json, lacks } = asked;
  const found = { "[STATUS]": statuses, "[RESPONSE_TIME]": latest, "[BODY] JSON": json[0], "[BODY] !=": lacks };
  return Object.entries(found).flatMap(([name, value]) => (value === null || value === undefined ? [] : [name]));
}

const patternOnly = ({ anyText }: GatusConditions): string[] => (anyText === null ? [] : [anyText]);

const bodyOnly = ({ asked }: GatusEndpointFacts): string[] => [
  ...(asked.contains === null ? [] : ["[BODY]"]),
  ...patternOnly(asked),
];
const certificateOnly = ({ asked }: GatusEndpointFacts): string[] =>
  asked.certificateHours === null ? [] : ["[CERTIFICATE_EXPIRATION]"];

/** Returns the method and the body that Gatus sends. */
function sentOf({ endpoint }: GatusEndpointFacts): Record<string, unknown> {
  const [method, body] = [foreignText(endpoint.method).toUpperCase() || "GET", foreignText(endpoint.body)];
  if (endpoint.graphql !== true) return { method, body };
  return { method: method === "GET" ? "POST" : method, body: JSON.stringify({ query: body.trim() }), bodyType: "json" };
}

function headersOf({ endpoint, subject, notes }: GatusEndpointFacts): string {
  const headers = Object.entries(foreignRecord(endpoint.headers)).map(
    ([name, value]) => [name, foreignText(value)] as const,
  );
  const { text, refused } = checkHeaderLines(headers);
  for (const name of refused) notes.leftOut(subject, `headers.${name}`, "A check here sets this header itself.");
  if (text !== "") notes.secretFound(subject, "headers", "They may hold a secret: they are sealed, and shown nowhere.");
  return text;
}

function httpEndpoint(facts: GatusEndpointFacts, url: string): GatusEndpointCheck {
  const { asked, endpoint, subject, notes } = facts;
  const isSecure = /^https:/i.test(url);
  const days =
    isSecure && asked.certificateHours !== null ? { certificateDays: hourDays(asked.certificateHours, 90) } : {};
  if ("certificateDays" in days) {
    notes.approximated(
      subject,
      "[CERTIFICATE_EXPIRATION]",
      `Down there; here it is degraded ${days.certificateDays} days before.`,
    );
  }
  const check = httpCheckSettings({
    url,
    ...sentOf(facts),
    headers: headersOf(facts),
    statuses: asked.statuses ?? "100-599",
    latest: asked.latest ?? undefined,
    contains: asked.contains ?? undefined,
    lacks: asked.lacks ?? undefined,
    ...gatusJsonSettings(asked.json),
    ...days,
    follow: foreignRecord(endpoint.client)["ignore-redirect"] === true ? "no" : "yes",
  });
  return { check, unasked: [...(isSecure ? [] : certificateOnly(facts)), ...patternOnly(asked)] };
}

function dnsEndpoint(facts: GatusEndpointFacts): GatusEndpointCheck {
  const { endpoint, asked, subject, notes } = facts;
  const dns = foreignRecord(endpoint.dns);
  const value = asked.exact === null ? [] : [asked.exact];
  notes.leftOut(subject, "url", "The DNS server is not asked here: two public resolvers are.");
  const check = dnsCheckSettings(foreignText(dns["query-name"]), foreignText(dns["query-type"]), value);
  const body = asked.contains !== null && asked.exact === null ? ["[BODY]"] : [];
  if (asked.anyText !== null) notes.approximated(subject, asked.anyText, "Any record of this type passes.");
  return { check, unasked: [...httpOnly(facts), ...body, ...certificateOnly(facts)] };
}

function tlsEndpoint(facts: GatusEndpointFacts, url: string, starttls: "smtp" | "no"): GatusEndpointCheck {
  const { asked, subject, notes } = facts;
  const { host, port } = hostAndPort(url);
  if (starttls !== "no") notes.approximated(subject, "url", "STARTTLS is spoken as SMTP does.");
  if (asked.certificateHours === null && starttls !== "no") {
    return { check: tcpCheckSettings(host, port, { starttls }), unasked: [...httpOnly(facts), ...bodyOnly(facts)] };
  }
  const days = asked.certificateHours === null ? {} : { days: hourDays(asked.certificateHours, 90) };
  if (asked.certificateHours !== null) {
    notes.approximated(subject, "[CERTIFICATE_EXPIRATION]", "Down there; here it is degraded until it has expired.");
  }
  const check = tlsCheckSettings(host, port, { ...(starttls === "no" ? {} : { starttls }), ...days });
  return { check, unasked: [...httpOnly(facts), ...bodyOnly(facts)] };
}

function tcpEndpoint(facts: GatusEndpointFacts, url: string): GatusEndpointCheck {
  const { host, port } = hostAndPort(url);
  const talk = { send: foreignText(facts.endpoint.body), expect: facts.asked.contains ?? "" };
  return {
    check: tcpCheckSettings(host, port, talk),
    unasked: [...httpOnly(facts), ...patternOnly(facts.asked), ...certificateOnly(facts)],
  };
}

function websocketEndpoint(facts: GatusEndpointFacts, url: string): GatusEndpointCheck {
  const talk = {
    headers: headersOf(facts),
    send: foreignText(facts.endpoint.body),
    expect: facts.asked.contains ?? "",
  };
  return {
    check: websocketCheckSettings(url, talk),
    unasked: [...httpOnly(facts), ...patternOnly(facts.asked), ...certificateOnly(facts)],
  };
}

/** Returns the check that an endpoint's address asks for; null = there is no such check here. */
export function gatusEndpointCheck(facts: GatusEndpointFacts): GatusEndpointCheck {
  const url = foreignText(facts.endpoint.url).trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase() ?? "";
  if (Object.keys(foreignRecord(facts.endpoint.dns)).length > 0) return dnsEndpoint(facts);
  if (/^https?$/.test(scheme)) return httpEndpoint(facts, url);
  if (/^wss?$/.test(scheme)) return websocketEndpoint(facts, url);
  if (scheme === "tcp") return tcpEndpoint(facts, url);
  if (scheme === "tls") return tlsEndpoint(facts, url, "no");
  if (scheme === "starttls") return tlsEndpoint(facts, url, "smtp");
  const others = [...httpOnly(facts), ...bodyOnly(facts), ...certificateOnly(facts)];
  if (scheme === "icmp") return { check: pingCheckSettings(hostAndPort(url).host), unasked: others };
  return { check: null, unasked: others };
}

/** Returns the check of the domain's registration that a condition asks for; null = none, or its registry is unknown. */
export function gatusDomainCheck({ endpoint, asked }: GatusEndpointFacts): CheckSettings | null {
  if (asked.domainHours === null) return null;
  return domainCheckSettings(hostAndPort(foreignText(endpoint.url)).host, asked.domainHours / 24);
}
