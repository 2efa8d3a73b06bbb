import type { X509Certificate } from "node:crypto";
import { z } from "zod";
import { type CheckFinding, type CheckInput, type CheckStep, defineMonitorKind, says } from "../contract/contract";
import { tcpLook } from "../contract/globalping/question";
import { harmless } from "../contract/quoted-text";
import { hostSetting } from "../contract/tcp/host";
import {
  type CertificateVerdict,
  ownTrouble,
  type PlatformTrust,
  seenCertificate,
  trustTrouble,
  validFor,
} from "../contract/tls/judge-certificate";
import { lookAt, type TlsLookResult } from "../contract/tls/look";
import { protocolTitles } from "../contract/tls/starttls";
import { platformTrustAt } from "../contract/tls/trust";

const protocols = { no: "TLS from the start", ...protocolTitles };

const settings = z.object({
  host: hostSetting,
  port: z.coerce.number().int().min(1).max(65_535).default(443).meta({ title: "Port" }),
  starttls: z.enum(["no", "smtp", "imap", "pop3"]).default("no").meta({ title: "Protocol", choices: protocols }),
  days: z.coerce.number().int().min(1).max(90).default(30).meta({ title: "Warn before it expires (days)" }),
  issuer: z.string().trim().max(200).optional().meta({ title: "Issuer must contain" }),
});

type Settings = z.output<typeof settings>;
type StepDetail = CheckStep["detail"];

function judged(
  { shown, milliseconds }: Extract<TlsLookResult, { how: "shown" }>,
  trusted: PlatformTrust,
  given: Settings,
  now: number,
): CheckFinding {
  const certificate = shown.chain[0] as X509Certificate;
  const forged: CertificateVerdict | null =
    shown.proven === false
      ? {
          verdict: "down",
          code: "unproven",
          detail: says("The server did not prove that it has the certificate’s key."),
        }
      : null;
  const own = ownTrouble(certificate, given, now);
  const others = trustTrouble(shown, trusted, now);
  // A fault of the certificate explains more than the platform's refusal.
  const wrong = forged ?? (own?.verdict === "down" ? own : null) ?? others ?? own;
  const detail = validFor(certificate, now);
  const steps: CheckStep[] = [
    {
      title: says("Handshake"),
      ok: forged === null,
      detail: forged?.detail ?? says("TLS {{version}}.", { version: shown.version }),
    },
    { title: says("Certificate"), ok: own === null, detail: own?.detail ?? detail },
    {
      title: says("Trust"),
      ok: others === null,
      detail: others?.detail ?? says("Trusted for this name."),
    },
  ];
  if (wrong) return { ...wrong, milliseconds, steps, certificate: seenCertificate(certificate) };
  return { verdict: "up", code: "ok", detail, milliseconds, steps };
}

const single = (judgement: CertificateVerdict, title: StepDetail): CheckFinding => ({
  ...judgement,
  milliseconds: null,
  steps: [{ title, ok: false, detail: judgement.detail }],
});

/** Returns the finding when no certificate was read; the platform's own connection decides its meaning. */
function unseen(looked: Exclude<TlsLookResult, { how: "shown" }>, trusted: PlatformTrust): CheckFinding {
  if (looked.how === "away") {
    const { reason, code, detail } = looked.failure;
    return single({ verdict: reason === "blocked" ? "blocked" : "down", code, detail }, says("Connection"));
  }
  if (trusted.how === "trusted") {
    const detail = says("TLS works there, but the certificate could not be read.");
    return single({ verdict: "unknown", code: "unread", detail }, says("Certificate"));
  }
  if (looked.how === "late") {
    return single(
      { verdict: "down", code: "timeout", detail: says("No certificate came in time.") },
      says("Handshake"),
    );
  }
  return single({ verdict: "down", code: "no_tls", detail: looked.why }, says("Handshake"));
}

async function check(given: CheckInput<Settings>): Promise<CheckFinding> {
  const [looked, trusted] = await Promise.all([lookAt(given.settings, given), platformTrustAt(given.settings, given)]);
  return looked.how === "shown" ? judged(looked, trusted, given.settings, given.now()) : unseen(looked, trusted);
}

export const tls = defineMonitorKind<Settings>({
  kind: "tls",
  title: "TLS certificate",
  about: "Reads a server’s certificate: its names, its issuer, when it expires, and whether it is trusted.",
  settings,
  from: "either",
  calls: 2,
  cost: () => 2,
  target: ({ host, port }) => `${host}:${port}`,
  addresses: ({ host }) => [{ host }],
  check: async (given) => harmless(await check(given), []),
  publicLook: tcpLook,
  sampleSettings: { host: "mail.example.com", port: 587, starttls: "smtp", days: 21, issuer: "Let's Encrypt" },
});
