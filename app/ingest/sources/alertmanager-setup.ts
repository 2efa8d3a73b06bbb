import type { Setup } from "../contract";
import type { CredentialSettings } from "../credentials";

/** The part of the receiver that carries what the source's form asks for; secrets are not printed again. */
function credentials({ bearerToken, username, password }: CredentialSettings): string[] {
  if (bearerToken) {
    return [
      "http_config:",
      "  authorization:",
      "    type: Bearer",
      "    credentials: <the bearer token you set above>",
    ];
  }
  if (!username && !password) return [];
  const name = JSON.stringify(username ?? "");
  return ["http_config:", "  basic_auth:", `    username: ${name}`, "    password: <the password you set above>"];
}

const indented = (lines: string[], depth: number) => lines.map((line) => `${" ".repeat(depth)}${line}`);

const receiver = (ingestUrl: string, settings: CredentialSettings) =>
  [
    "receivers:",
    "  - name: upfront",
    "    webhook_configs:",
    `      - url: ${JSON.stringify(ingestUrl)}`,
    "        send_resolved: true",
    "        max_alerts: 100",
    ...indented(credentials(settings), 8),
  ].join("\n");

const route = [
  "route:",
  "  routes:",
  "    - receiver: upfront",
  "      continue: true",
  "      group_wait: 10s",
  "      group_interval: 1m",
].join("\n");

const trial = [
  "amtool alert add UpfrontTest severity=warning --annotation=summary='A test' --alertmanager.url=http://localhost:9093",
  "amtool alert add UpfrontTest severity=warning --end=$(date -u +%FT%TZ) --alertmanager.url=http://localhost:9093",
].join("\n");

export function alertmanagerSetup(input: { ingestUrl: string; settings: CredentialSettings }): Setup {
  return {
    intro:
      "Put these two parts into alertmanager.yml and reload Alertmanager. Your other receivers go on as before: " +
      "the route says continue.",
    snippets: [
      { title: "Receiver", language: "yaml", text: receiver(input.ingestUrl, input.settings) },
      { title: "Route, as the first of your routes", language: "yaml", text: route },
      { title: "Try it: fire, then recover", language: "sh", text: trial },
    ],
  };
}
