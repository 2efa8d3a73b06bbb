import type { X509Certificate } from "node:crypto";
import { z } from "zod";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { tcpProbeCheck } from "../contract/globalping/question";
import { redactFinding } from "../contract/quoted-text";
import { hostSettingSchema } from "../contract/tcp/host";
import {
  type CertificateVerdict,
  certificateOwnTrouble,
  certificateTrustTrouble,
  certificateValidityText,
  type PlatformTrust,
  presentedCertificate,
} from "../contract/tls/judge-certificate";
import { fetchServerCertificate, type ServerCertificateResult } from "../contract/tls/look";
import { starttlsTitles } from "../contract/tls/starttls";
import { checkPlatformTrust } from "../contract/tls/trust";

const protocols = { no: "TLS from the start", ...starttlsTitles };

const settings = z.object({
  host: hostSettingSchema,
  port: z.coerce.number().int().min(1).max(65_535).default(443).meta({ title: "Port" }),
  starttls: z.enum(["no", "smtp", "imap", "pop3"]).default("no").meta({ title: "Protocol", choices: protocols }),
  days: z.coerce.number().int().min(1).max(90).default(30).meta({ title: "Warn before it expires (days)" }),
  issuer: z.string().trim().max(200).optional().meta({ title: "Issuer must contain" }),
});

type Settings = z.output<typeof settings>;
type StepDetail = CheckStep["detail"];

function judged(
  { shown, milliseconds }: Extract<ServerCertificateResult, { how: "shown" }>,
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
          detail: englishSentence("The server did not show that it has the certificate’s key."),
        }
      : null;
  const own = certificateOwnTrouble(certificate, given, now);
  const others = certificateTrustTrouble(shown, trusted, now);
  // A fault of the certificate explains more than the platform's refusal.
  const wrong = forged ?? (own?.verdict === "down" ? own : null) ?? others ?? own;
  const detail = certificateValidityText(certificate, now);
  const steps: CheckStep[] = [
    {
      title: englishSentence("Handshake"),
      ok: forged === null,
      detail: forged?.detail ?? englishSentence("TLS {{version}}.", { version: shown.version }),
    },
    { title: englishSentence("Certificate"), ok: own === null, detail: own?.detail ?? detail },
    {
      title: englishSentence("Trust"),
      ok: others === null,
      detail: others?.detail ?? englishSentence("Trusted for this name."),
    },
  ];
  if (wrong) return { ...wrong, milliseconds, steps, certificate: presentedCertificate(certificate) };
  return { verdict: "up", code: "ok", detail, milliseconds, steps };
}

const single = (judgement: CertificateVerdict, title: StepDetail): CheckFinding => ({
  ...judgement,
  milliseconds: null,
  steps: [{ title, ok: false, detail: judgement.detail }],
});

/** Returns the finding when no certificate was read; the platform's own connection decides its meaning. */
function unseen(looked: Exclude<ServerCertificateResult, { how: "shown" }>, trusted: PlatformTrust): CheckFinding {
  if (looked.how === "away") {
    const { reason, code, detail } = looked.failure;
    return single({ verdict: reason === "blocked" ? "blocked" : "down", code, detail }, englishSentence("Connection"));
  }
  if (trusted.how === "trusted") {
    const detail = englishSentence("TLS works, but the certificate could not be read.");
    return single({ verdict: "unknown", code: "unread", detail }, englishSentence("Certificate"));
  }
  if (looked.how === "late") {
    return single(
      { verdict: "down", code: "timeout", detail: englishSentence("No certificate arrived in time.") },
      englishSentence("Handshake"),
    );
  }
  return single({ verdict: "down", code: "no_tls", detail: looked.why }, englishSentence("Handshake"));
}

async function check(given: CheckInput<Settings>): Promise<CheckFinding> {
  const [looked, trusted] = await Promise.all([
    fetchServerCertificate(given.settings, given),
    checkPlatformTrust(given.settings, given),
  ]);
  return looked.how === "shown" ? judged(looked, trusted, given.settings, given.now()) : unseen(looked, trusted);
}

export const tlsMonitorKind = defineMonitorKind<Settings>({
  kind: "tls",
  title: "TLS certificate",
  about: "Checks a server’s certificate: its names, issuer, expiry and trust.",
  settings,
  from: "either",
  calls: 2,
  cost: () => 2,
  target: ({ host, port }) => `${host}:${port}`,
  addresses: ({ host }) => [{ host }],
  check: async (given) => redactFinding(await check(given), []),
  publicLook: tcpProbeCheck,
  sampleSettings: { host: "mail.example.com", port: 587, starttls: "smtp", days: 21, issuer: "Let's Encrypt" },
});
