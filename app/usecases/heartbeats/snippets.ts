import type { Schedule } from "~/rules/heartbeats/heartbeat";

export interface Snippet {
  /** Where it goes: what it is called and what to know of it are words of the desk. */
  tool: "shell" | "cron" | "systemd" | "github" | "kubernetes" | "powershell";
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

/** Five fields: its own, or the simple period rounded to what cron can say; null of a calendar event. */
function cronOf(schedule: Schedule): string | null {
  if (schedule.kind !== "simple") return schedule.kind === "cron" ? schedule.expression : null;
  const minutes = Math.max(1, Math.round(schedule.periodSeconds / 60));
  if (minutes < 60) return minutes === 1 ? "* * * * *" : `*/${minutes} * * * *`;
  if (minutes < 1440) return `0 */${Math.round(minutes / 60)} * * *`;
  return minutes < 7 * 1440 ? "30 3 * * *" : "30 3 * * 0";
}

const curl = (url: string, method: string) => `curl -fsS -m 10 --retry 5 ${method}-o /dev/null ${url}`;

/** What a timer says: its own calendar event, or what comes near the period. */
function calendarOf(schedule: Schedule): string {
  if (schedule.kind === "simple") return `OnBootSec=5min\nOnUnitActiveSec=${schedule.periodSeconds}s`;
  return `OnCalendar=${schedule.kind === "calendar" ? `${schedule.expression} ${schedule.timeZone}` : "daily"}`;
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
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: ${name}
              image: YOUR-IMAGE-WITH-CURL
              command: ["/bin/sh", "-c"]
              args:
                - your-command; ${ping}/$?`;

const powershell = (url: string, method: string) => `try {
  & your-command.exe
  $code = [Math]::Min([Math]::Abs($LASTEXITCODE), 255)
} catch { $code = 1 }
for ($try = 1; $try -le 5; $try++) {
  try { Invoke-RestMethod -Uri "${url}/$code"${method} -TimeoutSec 10 | Out-Null; break }
  catch { Start-Sleep -Seconds (2 * $try) }
}`;

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
    { tool: "shell", paste: `your-command && ${ping}` },
    ...byCron("cron", (text) => `${zone ? `CRON_TZ=${zone}\n` : ""}${text} your-command; ${ping}/$?`),
    { tool: "systemd", paste: systemd(unit, ping, calendarOf(schedule)) },
    { tool: "github", paste: github(ping) },
    ...byCron("kubernetes", (text) => kubernetes(unit, text, ping, zone)),
    { tool: "powershell", paste: powershell(url, postOnly ? " -Method Post" : "") },
  ];
}
