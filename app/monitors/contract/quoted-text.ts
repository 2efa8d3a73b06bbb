import { withoutNamedSecrets } from "~/access/named-secrets";
import { secretRedactor } from "~/access/strike-out";
import { mapTextsInRefusal, type Refusal, refusalParts } from "~/failures/refusal";
import { escapeHtml } from "~/text/escape-html";
import { withoutInvisibleChars } from "~/text/stranger-text";
import {
  maxCertificateNames,
  maxEvidenceBodyChars,
  type PresentedCertificate,
  type ResponseEvidence,
} from "../rules/evidence";
import { showControlChars } from "../rules/received-answer";
import { redactHeaderValue } from "../rules/struck-evidence";
import type { CheckFinding, CheckStep } from "./contract";

const maxQuoteChars = 200;

/** Returns one line of plain text, at most 200 characters, because a peer may send anything. */
export function quotePeerText(text: string, most = maxQuoteChars): string {
  const line = withoutInvisibleChars(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line.length <= most) return line;
  return `${[...line.slice(0, most)].slice(0, -1).join("")}…`;
}

/** Folds white space before secrets are struck out, in the text and in the secret alike. */
const folded = (text: string) => quotePeerText(text, Number.POSITIVE_INFINITY);

/**
 * Longest secret that is also searched for in other encodings. Whole headers and bodies only come back as they were
 * sent; shorter parts may be encoded.
 */
const minReencodedChars = 1000;

/** Returns the secret as it is encoded in addresses, forms and pages. */
function otherwise(secret: string): string[] {
  if (secret.length > minReencodedChars) return [];
  const inAddress = encodeURIComponent(secret.toWellFormed());
  return [inAddress, inAddress.replaceAll("%20", "+"), escapeHtml(secret)];
}

/** Returns the secrets in every encoding that a peer may echo: plain, and within JSON, addresses, forms and pages. */
const asEchoed = (secrets: readonly string[]) =>
  secrets.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), ...otherwise(each)].map(folded));

/** Returns the length for each text inserted into a sentence, so that the whole stays within the limit. */
function roomFor(message: Refusal): number {
  const { key, values } = refusalParts(message);
  const texts = Object.values(values).filter((value) => typeof value === "string");
  return texts.length === 0 ? maxQuoteChars : Math.max(20, Math.floor((maxQuoteChars - key.length) / texts.length));
}

const maxHeaders = 40;
/** Removes control characters, but keeps line breaks and tabs. */
const printable = (text: string) => text.replaceAll("\r\n", "\n").replace(/[^\P{Cc}\n\t]/gu, "");

/** Removes secrets from a response, also where they are spread over several lines of the body. */
function harmlessAnswer({ status, headers, body }: ResponseEvidence, secrets: readonly string[]): ResponseEvidence {
  const readable = status === undefined ? showControlChars : printable;
  const strikeOut = secretRedactor([...asEchoed(secrets), ...secrets.map(readable)]);
  const shown = headers.slice(0, maxHeaders).map(([name, value]): [string, string] => {
    return [quotePeerText(name, 60), quotePeerText(redactHeaderValue(name, strikeOut(folded(value))))];
  });
  const said = { headers: shown, body: withoutNamedSecrets(strikeOut(readable(body))).slice(0, maxEvidenceBodyChars) };
  return status === undefined ? said : { status, ...said };
}

/** Strikes secrets out of a certificate, whose author may have written any text into it. */
function harmlessCertificate(given: PresentedCertificate, secrets: readonly string[]): PresentedCertificate {
  const strikeOut = secretRedactor(asEchoed(secrets));
  const told = (text: string) => quotePeerText(strikeOut(folded(text)));
  const { subject, issuer, serial, fingerprint } = given;
  const names = given.names.slice(0, maxCertificateNames).map(told);
  return {
    ...given,
    subject: told(subject),
    issuer: told(issuer),
    names,
    serial: told(serial),
    fingerprint: told(fingerprint),
  };
}

/**
 * Returns the finding as people may see it: short, on one line, and without the settings' secrets, which a peer may
 * echo.
 */
export function redactFinding(finding: CheckFinding, secrets: readonly string[]): CheckFinding {
  const strikeOut = secretRedactor(asEchoed(secrets));
  const shown = new Map<string, string>();
  // The same text is often both the finding's and a step's, and may be long: it is cleaned once.
  const clean = (text: string) => {
    const known = shown.get(text) ?? withoutNamedSecrets(strikeOut(folded(text)));
    shown.set(text, known);
    return known;
  };
  const told = (message: Refusal) => mapTextsInRefusal(message, (text) => quotePeerText(clean(text), roomFor(message)));
  const steps = finding.steps.map(
    (step): CheckStep => ({ ...step, title: told(step.title), detail: told(step.detail) }),
  );
  const answer = finding.answer ? { answer: harmlessAnswer(finding.answer, secrets) } : {};
  const shownOne = finding.certificate && { certificate: harmlessCertificate(finding.certificate, secrets) };
  return { ...finding, detail: told(finding.detail), steps, ...answer, ...shownOne };
}
