import { z } from "zod";
import type { Connection } from "../../platform/outbound";
import { type Check, defineMonitorKind, type Finding, type Step, says } from "../contract";
import { hostSetting } from "../tcp/host";
import { type Heard, talk } from "../tcp/talk";
import { harmless } from "../told";

const settings = z.object({
  host: hostSetting,
  port: z.coerce.number().int().min(1).max(65_535).meta({ title: "Port" }),
  tls: z.enum(["no", "yes"]).default("no").meta({ title: "Use TLS" }),
  send: z
    .string()
    .max(500)
    .optional()
    .meta({ title: "Text to send; \\r and \\n are line ends", secret: true, origin: "host" }),
  expect: z.string().max(500).optional().meta({ title: "Expected response text" }),
});

type Settings = z.output<typeof settings>;

const lineEnds: Record<string, string> = { "\\r": "\r", "\\n": "\n", "\\t": "\t", "\\\\": "\\" };

/** A form's field has one line: line ends are typed as they are in most languages. */
const unescaped = (text: string) => text.replace(/\\[rnt\\]/g, (found) => lineEnds[found] ?? found);

const heardWords: Record<Exclude<Heard, "expected">, [code: string, detail: Step["detail"]]> = {
  ended: ["text_missing", says("The connection ended before the expected text came.")],
  full: ["text_missing", says("The expected text is not in the first 4 KB.")],
  timeout: ["timeout", says("The expected text did not come in time.")],
  broken: ["unreachable", says("The connection broke.")],
};

/** What is said and heard once the connection stands. */
async function judged(
  connection: Connection,
  { settings: { send, expect }, timeout, now }: Check<Settings>,
  begun: number,
): Promise<Finding> {
  const after = says("Connected after {{milliseconds}} ms.", { milliseconds: now() - begun });
  const connected: Step = { title: says("Connection"), ok: true, detail: after };
  const said = { send: unescaped(send ?? ""), expect: unescaped(expect ?? "") };
  const heard = await talk(connection, said, Math.max(1, timeout - (now() - begun)));
  const milliseconds = now() - begun;
  const title = says(expect ? "Expected text" : "Text to send");
  const spoken =
    send || expect ? [{ title, ok: heard === "expected", detail: says(expect ? "It came." : "It was sent.") }] : [];
  if (heard === "expected") {
    return { verdict: "up", code: "ok", detail: says("Connected."), milliseconds, steps: [connected, ...spoken] };
  }
  const [code, detail] = heardWords[heard];
  return { verdict: "down", code, detail, milliseconds, steps: [connected, { title, ok: false, detail }] };
}

export const tcp = defineMonitorKind<Settings>({
  kind: "tcp",
  title: "TCP",
  about: "Opens a connection to a port.",
  settings,
  from: "either",
  calls: 1,
  target: ({ host, port }) => `${host}:${port}`,
  addresses: ({ host }) => [{ host }],
  async check(given) {
    const { settings, outbound, timeout, now } = given;
    const begun = now();
    const tls = settings.tls === "yes" ? "on" : "off";
    const reached = await outbound.connect({ host: settings.host, port: settings.port, tls, timeout });
    const secrets = settings.send ? [settings.send, unescaped(settings.send)] : [];
    if (reached.ok) return harmless(await judged(reached.connection, given, begun), secrets);
    const { reason, code, detail } = reached;
    const steps = [{ title: says("Connection"), ok: false, detail }];
    const verdict = reason === "blocked" ? "blocked" : "down";
    return harmless({ verdict, code, detail, milliseconds: null, steps }, secrets);
  },
  sampleSettings: { host: "redis.example.com", port: 6379, tls: "no", send: "AUTH our-password\\r\\n", expect: "+OK" },
});
