import {
  type CheckSettings,
  clampedExpiryDays,
  convertCheckHeaders,
  dnsCheckSettings,
  domainCheckSettings,
  type HostAndPort,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  tcpCheckSettings,
  tlsCheckSettings,
  websocketCheckSettings,
} from "../check-settings";
import { foreignRecord, foreignText } from "../foreign-values";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
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

const certificate = "[CERTIFICATE_EXPIRATION]";
const anyBody = "[BODY]";

/** Returns the conditions of an endpoint that its check does not ask, as people read them; it asks the named ones. */
function unaskedConditions({ asked }: GatusEndpointFacts, ...names: string[]): string[] {
  const found = Object.entries({
    "[STATUS]": asked.statuses,
    "[RESPONSE_TIME]": asked.latest,
    "[BODY] JSON": asked.json[0] ?? null,
    "[BODY] !=": asked.lacks,
    [anyBody]: asked.contains,
    [asked.anyText ?? ""]: asked.anyText,
    [certificate]: asked.certificateHours,
  });
  return found.flatMap(([name, value]) => (value === null || names.includes(name) ? [] : [name]));
}

const httpConditions = ["[STATUS]", "[RESPONSE_TIME]", "[BODY] JSON", "[BODY] !=", anyBody];

/** Returns the method and the body that Gatus sends. */
function sentOf({ endpoint }: GatusEndpointFacts): Record<string, unknown> {
  const [method, body] = [foreignText(endpoint.method).toUpperCase() || "GET", foreignText(endpoint.body)];
  if (endpoint.graphql !== true) return { method, body };
  return { method: method === "GET" ? "POST" : method, body: JSON.stringify({ query: body.trim() }), bodyType: "json" };
}

function headersOf({ endpoint, subject, notes }: GatusEndpointFacts): string {
  return convertCheckHeaders(Object.entries(foreignRecord(endpoint.headers)), "headers", subject, notes);
}

/** Returns days before a certificate ends; undefined without such a condition. */
function certificateDaysOf({ asked, subject, notes }: GatusEndpointFacts): number | undefined {
  if (asked.certificateHours === null) return undefined;
  notes.approximated(subject, certificate, unmovedReasons.expiry);
  return clampedExpiryDays(asked.certificateHours / 24, 90);
}

function httpEndpoint(facts: GatusEndpointFacts, url: string): GatusEndpointCheck {
  const { asked, endpoint } = facts;
  const isSecure = /^https:/i.test(url);
  const check = httpCheckSettings({
    url,
    ...sentOf(facts),
    headers: headersOf(facts),
    statuses: asked.statuses ?? "100-599",
    latest: asked.latest,
    contains: asked.contains,
    lacks: asked.lacks,
    ...gatusJsonSettings(asked.json),
    ...(isSecure && { certificateDays: certificateDaysOf(facts) }),
    follow: foreignRecord(endpoint.client)["ignore-redirect"] === true ? "no" : "yes",
  });
  return { check, unasked: unaskedConditions(facts, ...httpConditions, ...(isSecure ? [certificate] : [])) };
}

function dnsEndpoint(facts: GatusEndpointFacts): GatusEndpointCheck {
  const { endpoint, asked, subject, notes } = facts;
  const dns = foreignRecord(endpoint.dns);
  const value = asked.exact === null ? [] : [asked.contains ?? ""];
  notes.leftOut(subject, "url", unmovedReasons.resolver);
  const check = dnsCheckSettings(foreignText(dns["query-name"]), foreignText(dns["query-type"]), value);
  if (asked.anyText !== null) notes.approximated(subject, asked.anyText, unmovedReasons.anyRecord);
  return { check, unasked: unaskedConditions(facts, asked.anyText ?? "", ...value.map(() => anyBody)) };
}

function tlsEndpoint(facts: GatusEndpointFacts, { host, port }: HostAndPort, starttls?: "smtp"): GatusEndpointCheck {
  const { asked, subject, notes } = facts;
  if (starttls) notes.approximated(subject, "url", unmovedReasons.starttls);
  const days = certificateDaysOf(facts);
  const check =
    starttls && asked.certificateHours === null
      ? tcpCheckSettings(host, port, { starttls })
      : tlsCheckSettings(host, port, { starttls, days });
  return { check, unasked: unaskedConditions(facts, certificate) };
}

/** Returns the check that an endpoint's address asks for; null = there is no such check here. */
export function gatusEndpointCheck(facts: GatusEndpointFacts): GatusEndpointCheck {
  const { endpoint, asked } = facts;
  const url = foreignText(endpoint.url).trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase() ?? "";
  const place = hostAndPort(url);
  if (Object.keys(foreignRecord(endpoint.dns)).length > 0) return dnsEndpoint(facts);
  if (/^https?$/.test(scheme)) return httpEndpoint(facts, url);
  if (scheme === "tls") return tlsEndpoint(facts, place);
  if (scheme === "starttls") return tlsEndpoint(facts, place, "smtp");
  if (scheme === "icmp") return { check: pingCheckSettings(place.host), unasked: unaskedConditions(facts) };
  const talk = { send: endpoint.body, expect: asked.contains };
  const isSocket = /^wss?$/.test(scheme);
  if (scheme !== "tcp" && !isSocket) return { check: null, unasked: unaskedConditions(facts) };
  const check = isSocket
    ? websocketCheckSettings(url, { headers: headersOf(facts), ...talk })
    : tcpCheckSettings(place.host, place.port, talk);
  return { check, unasked: unaskedConditions(facts, anyBody) };
}

/** Returns the check of the domain's registration that a condition asks for; null = none, or its registry is unknown. */
export function gatusDomainCheck({ endpoint, asked }: GatusEndpointFacts): CheckSettings | null {
  if (asked.domainHours === null) return null;
  return domainCheckSettings(hostAndPort(foreignText(endpoint.url)).host, asked.domainHours / 24);
}
