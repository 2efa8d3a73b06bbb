/** Each calls within 10 s, five times at most, and never spoils the job by a ping that does not get through. */
export const python = (url: string) => `import time
import traceback
import urllib.request

PING = "${url}"


def ping(path="", note=""):
    data = note.encode()[-9000:]
    for attempt in range(1, 6):
        try:
            urllib.request.urlopen(PING + path, data=data, timeout=10).close()
            return
        except Exception:
            time.sleep(2 * attempt)


def job():
    pass  # your work


ping("/start")
try:
    job()
except Exception:
    ping("/fail", traceback.format_exc())
    raise
ping()`;

export const node = (url: string) => `const PING = "${url}";

async function ping(path = "", note = "") {
  for (let attempt = 1; attempt <= 5; attempt++) {
    try {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(PING + path, { method: "POST", body: note.slice(0, 9000), signal });
      if (response.ok) return;
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 2000 * attempt));
  }
}

async function job() {
  // your work
}

ping("/start")
  .then(job)
  .then(
    () => ping(),
    async (error) => {
      console.error(error);
      await ping("/fail", String(error?.stack ?? error));
      process.exitCode = 1;
    },
  );`;

/** What it says is cut to what is kept of a body. */
const goPing = `func ping(path, note string) {
	if len(note) > 9000 {
		note = note[:9000]
	}
	client := http.Client{Timeout: 10 * time.Second}
	for attempt := 1; attempt <= 5; attempt++ {
		response, err := client.Post(pingURL+path, "text/plain", strings.NewReader(note))
		if err == nil {
			response.Body.Close()
			if response.StatusCode < 300 {
				return
			}
		}
		time.Sleep(time.Duration(2*attempt) * time.Second)
	}
}`;

export const go = (url: string) => `package main

import (
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"
)

const pingURL = "${url}"

${goPing}

func job() error {
	return nil // your work
}

func run() (err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("panic: %v\\n%s", trouble, debug.Stack())
		}
	}()
	return job()
}

func main() {
	ping("/start", "")
	if err := run(); err != nil {
		ping("/fail", err.Error())
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ping("", "")
}`;

export const ruby = (url: string) => `require "net/http"

PING = "${url}"

def ping(path = "", note = "")
  uri = URI(PING + path)
  options = { use_ssl: uri.scheme == "https", open_timeout: 10, read_timeout: 10 }
  (1..5).each do |attempt|
    begin
      response = Net::HTTP.start(uri.host, uri.port, **options) { |http| http.post(uri.request_uri, note[0, 9000]) }
      return if response.is_a?(Net::HTTPSuccess)
    rescue StandardError
    end
    sleep 2 * attempt
  end
end

def job
  # your work
end

ping("/start")
begin
  job
rescue StandardError => error
  ping("/fail", error.full_message(highlight: false))
  raise
end
ping`;

export const php = (url: string) => `<?php
const PING = '${url}';

function ping(string $path = '', string $note = ''): void
{
    $call = ['method' => 'POST', 'header' => 'Content-Type: text/plain', 'timeout' => 10, 'content' => substr($note, 0, 9000)];
    for ($attempt = 1; $attempt <= 5; $attempt++) {
        if (@file_get_contents(PING . $path, false, stream_context_create(['http' => $call])) !== false) {
            return;
        }
        sleep(2 * $attempt);
    }
}

function job(): void
{
    // your work
}

ping('/start');
try {
    job();
} catch (Throwable $error) {
    ping('/fail', (string) $error);
    throw $error;
}
ping();`;

/**
 * In any version of PowerShell from 5.1 on. Cmdlets set no exit status and go on after their errors, so it starts as 0
 * and they stop. Without basic parsing, 5.1 needs Internet Explorer's engine, which the account SYSTEM may not have.
 */
export const powershell = (name: string, url: string, method: string) => `# C:\\Jobs\\${name}.ps1
[Net.ServicePointManager]::SecurityProtocol = 'Tls12'
$ErrorActionPreference = 'Stop'
$global:LASTEXITCODE = 0
try {
  & your-command.exe
  $code = [Math]::Min([Math]::Abs($LASTEXITCODE), 255)
} catch { Write-Warning "$_"; $code = 1 }
for ($try = 1; $try -le 5; $try++) {
  try { Invoke-RestMethod -Uri "${url}/$code"${method} -UseBasicParsing -TimeoutSec 10 | Out-Null; break }
  catch { Start-Sleep -Seconds (2 * $try) }
}
exit $code`;

/** The scheduler repeats each minute at the most often, and each 31 days at the least; without an end it goes on for ever. */
const repeated = (seconds: number) => {
  const minutes = Math.min(Math.max(1, Math.round(seconds / 60)), 31 * 1440);
  return `-Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Minutes ${minutes})`;
};

/** Typed once, as an administrator. It has no word for a calendar of others: `seconds` is null, and it says so. */
export const taskScheduler = (
  name: string,
  seconds: number | null,
) => `$run = '-NoProfile -ExecutionPolicy Bypass -File C:\\Jobs\\${name}.ps1'
$action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument $run
${seconds === null ? "# Choose the times that the heartbeat expects.\n" : ""}$trigger = New-ScheduledTaskTrigger ${seconds === null || seconds === 86_400 ? "-Daily -At '03:30'" : repeated(seconds)}
$settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -MultipleInstances IgnoreNew
Register-ScheduledTask -TaskName '${name}' -Action $action -Trigger $trigger -Settings $settings -User 'SYSTEM'`;
