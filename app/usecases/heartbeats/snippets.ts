import { calendarsOfCron } from "~/rules/basics/calendar-of-cron";
import { readCron } from "~/rules/basics/cron-text";
import type { Schedule } from "~/rules/heartbeats/heartbeat";
import { go, node, php, powershell, python, ruby, taskScheduler } from "./program-snippets";

export interface Snippet {
  /** Where it goes: what it is called and what to know of it are words of the desk. */
  tool:
    | "shell"
    | "cron"
    | "systemd"
    | "docker"
    | "kubernetes"
    | "github"
    | "python"
    | "node"
    | "go"
    | "ruby"
    | "php"
    | "powershell"
    | "windows";
  /** What to paste, exactly. */
  paste: string;
}

/** A file's or unit's name out of the heartbeat's. */
export const unitName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40) || "job";

const numbersOf = (expression: string): string => {
  const read = readCron(expression);
  return read.ok ? read.value.pattern : expression;
};

/** To Kubernetes Sunday is 0 alone. */
const withoutSeven = (cron: string) => cron.replace(/\S*7\S*$/, () => numbersOf(cron).split(" ").at(-1) ?? "*");

/**
 * Five fields: its own, or what cron can say that is no longer than the simple period. Null of a calendar event, and of
 * `L` and `#`, which crontab(5) has not.
 */
function cronOf(schedule: Schedule): string | null {
  if (schedule.kind !== "simple") {
    const { kind, expression } = schedule;
    return kind === "calendar" || /[L#]/.test(numbersOf(expression)) ? null : expression;
  }
  const minutes = Math.max(1, Math.floor(schedule.periodSeconds / 60));
  if (minutes < 60) return minutes === 1 ? "* * * * *" : `*/${minutes} * * * *`;
  if (minutes < 120) return "0 * * * *";
  if (minutes < 1440) return `0 */${Math.floor(minutes / 60)} * * *`;
  return minutes < 7 * 1440 ? "30 3 * * *" : "30 3 * * 0";
}

const curl = (url: string, method: string) => `curl -fsS -m 10 --retry 5 ${method}-o /dev/null ${url}`;

/** What a timer says: its own calendar event, those that stand for its cron expression, or the period. */
function timerOf(schedule: Schedule): string {
  if (schedule.kind === "simple") return `OnBootSec=5min\nOnUnitActiveSec=${schedule.periodSeconds}s`;
  const { kind, expression, timeZone } = schedule;
  const events = kind === "calendar" ? [expression] : calendarsOfCron(expression);
  return (
    events?.map((event) => `OnCalendar=${event} ${timeZone}`).join("\n") ??
    `# No OnCalendar= says ${expression}: write the times that the heartbeat expects.`
  );
}

const systemd = (name: string, ping: string, timer: string) => `# /etc/systemd/system/${name}.service
[Unit]
Description=${name}

[Service]
Type=oneshot
ExecStart=/usr/local/bin/${name}
ExecStopPost=/bin/sh -c '[ "$$EXIT_CODE" = exited ] || EXIT_STATUS=fail; ${ping}/$$EXIT_STATUS'

# /etc/systemd/system/${name}.timer
[Timer]
${timer}
Persistent=true

[Install]
WantedBy=timers.target`;

const github = (ping: string) => `# Keep the address as the secret UPFRONT_PING_URL.
      - name: Say how it went
        if: always()
        env:
          UPFRONT_PING_URL: \${{ secrets.UPFRONT_PING_URL }}
          FAILED: \${{ job.status == 'success' && '0' || '1' }}
        run: ${ping.replace(/\S+$/, '"$UPFRONT_PING_URL/$FAILED"')}`;

const kubernetes = (name: string, cron: string, ping: string, zone: string | null) => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: ${name}
spec:
  schedule: "${cron}"${zone ? `\n  timeZone: "${zone}"` : ""}
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: ${name}
              image: YOUR-IMAGE-WITH-CURL
              command: ["/bin/sh", "-c"]
              args:
                - your-command; status=$?; ${ping}/$status; exit $status`;

/** The end of what it said goes along; it ends as its command did. */
const shell = (url: string) => `#!/bin/sh
PING='${url}'
curl -fsS -m 10 --retry 5 -o /dev/null -X POST "$PING/start"
said=$(your-command 2>&1)
status=$?
printf '%s\\n' "$said"
printf '%s' "$said" | tail -c 9000 | curl -fsS -m 10 --retry 5 -o /dev/null --data-binary @- "$PING/$status"
exit $status`;

/** 125 to 127 are Docker's own failures: they are reported as such. */
const docker = (name: string, ping: string) => `docker run --rm --name ${name} YOUR-IMAGE
${ping}/$?`;

interface About {
  name: string;
  schedule: Schedule;
  postOnly: boolean;
}

/** What to paste where, with the address in it; every call gives up after 10 s and tries again. */
export function snippetsOf(url: string, { name, schedule, postOnly }: About): Snippet[] {
  const ping = curl(url, postOnly ? "-X POST " : "");
  const cron = cronOf(schedule);
  const zone = schedule.kind === "cron" ? schedule.timeZone : null;
  const unit = unitName(name);
  const byCron = (tool: Snippet["tool"], paste: (text: string) => string): Snippet[] =>
    cron === null ? [] : [{ tool, paste: paste(cron) }];
  return [
    { tool: "shell", paste: shell(url) },
    ...byCron("cron", (text) => `${zone ? `CRON_TZ=${zone}\n` : ""}${text} your-command; ${ping}/$?`),
    { tool: "systemd", paste: systemd(unit, ping, timerOf(schedule)) },
    { tool: "docker", paste: docker(unit, ping) },
    ...byCron("kubernetes", (text) => kubernetes(unit, withoutSeven(text), ping, zone)),
    { tool: "github", paste: github(ping) },
    { tool: "python", paste: python(url) },
    { tool: "node", paste: node(url) },
    { tool: "go", paste: go(url) },
    { tool: "ruby", paste: ruby(url) },
    { tool: "php", paste: php(url) },
    { tool: "powershell", paste: powershell(unit, url, postOnly ? " -Method Post" : "") },
    { tool: "windows", paste: taskScheduler(unit, schedule.kind === "simple" ? schedule.periodSeconds : null) },
  ];
}
