import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { type Certificate, certificateFor } from "./certificates";
import { freePort, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";

export interface EximOptions {
  /** false = STARTTLS is removed from the offer, as an attacker in between would. */
  starttls?: boolean;
  /** Names on its certificate. */
  names?: string[];
  /** Certificates that it presents instead, each on its own port. */
  shown?: readonly Pick<Certificate, "key" | "cert">[];
  /** Ports of servers on this machine to which it relays the emails of a domain; all others it keeps. */
  relays?: Readonly<Record<string, number>>;
}

/** A real mail server (Debian's exim4), alone on a port of its own, that delivers everything into one file. */
export interface Exim {
  host: string;
  port: number;
  /** One port for each certificate. */
  ports: readonly number[];
  username: string;
  password: string;
  /** For NODE_EXTRA_CA_CERTS. */
  caFile: string;
  mails(): Promise<Email[]>;
  /** Returns its log of connections and emails. */
  log(): string;
  stop(): Promise<number>;
}

const login = { username: "upfront", password: "only for this test" };

/** It accepts an email before it knows whether the next server does: a refusal there comes back as a report. */
const relayParts = (relays: Readonly<Record<string, number>>) =>
  Object.entries(relays).map(([domain, relayPort], n) => ({
    router: `relay${n}:
  driver = manualroute
  domains = ${domain}
  route_list = * 127.0.0.1
  self = send
  transport = relay${n}
`,
    transport: `relay${n}:
  driver = smtp
  port = ${relayPort}
  allow_localhost
  hosts_avoid_tls = *
`,
  }));

interface Place {
  folder: string;
  ports: readonly number[];
  starttls: boolean;
  relays: Readonly<Record<string, number>>;
}

const configOf = ({ folder, ports, starttls, relays }: Place): string => `
primary_hostname = mail.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
log_selector = +tls_cipher +smtp_connection
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${ports.join(" : ")}
host_lookup =
rfc1413_query_timeout = 0s
never_users =
deliver_drop_privilege = true
keep_environment =
tls_advertise_hosts = ${starttls ? "*" : ""}
tls_certificate = ${folder}/\${received_port}.pem
tls_privatekey = ${folder}/\${received_port}.key
acl_smtp_rcpt = check_rcpt
acl_smtp_data = check_data

begin acl
check_rcpt:
  accept authenticated = *
  deny message = relay not permitted
check_data:
  accept

begin routers
${relayParts(relays)
  .map(({ router }) => router)
  .join("\n")}
everybody:
  driver = accept
  transport = mailbox

begin transports
${relayParts(relays)
  .map(({ transport }) => transport)
  .join("\n")}
mailbox:
  driver = appendfile
  file = ${folder}/box/mailbox
  mode = 0644

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${login.username}}}{eq{$auth3}{${login.password}}}}}
  server_set_id = $auth2
  server_advertise_condition = \${if def:tls_in_cipher{yes}{no}}
`;

/** Returns the emails of an mbox file: each begins with a line \`From …\`; such lines within emails are escaped. */
const mailsIn = (mbox: string): string[] => mbox.split(/^From .*\n/m).filter((each) => each.trim() !== "");

export async function startExim({ starttls = true, names, shown, relays = {} }: EximOptions = {}): Promise<Exim> {
  const folder = temporaryFolder("exim");
  for (const name of ["spool", "log", "box"]) {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o777);
  }
  const own = certificateFor(names);
  const ports: number[] = [];
  for (const { key, cert } of shown ?? [own]) {
    const port = await freePort();
    ports.push(port);
    writeFileSync(join(folder, `${port}.key`), `${key}\n`, { mode: 0o644 });
    writeFileSync(join(folder, `${port}.pem`), `${cert}\n`, { mode: 0o644 });
  }
  chmodSync(folder, 0o755);
  const config = join(folder, "exim.conf");
  writeFileSync(config, configOf({ folder, ports, starttls, relays }));
  const running = startProgram(requireProgram("exim4"), ["-C", config, "-bdf", "-v"]);
  await running.until(/listening for SMTP|pid \d+: .*listening/i, 15_000);
  const logFile = join(folder, "log/mainlog");
  const box = join(folder, "box/mailbox");
  return {
    host: "127.0.0.1",
    port: ports[0] as number,
    ports,
    ...login,
    caFile: own.caFile,
    mails: async () =>
      existsSync(box) ? Promise.all(mailsIn(readFileSync(box, "utf8")).map((each) => PostalMime.parse(each))) : [],
    log: () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : running.output()),
    stop: running.stop,
  };
}
