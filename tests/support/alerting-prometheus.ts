import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, startProgram, temporaryFolder } from "./child";
import { requireProgram } from "./programs";
import { untilReady } from "./ready";

/** A real Prometheus whose one rule fires as its file says; it posts to the alertmanagers of its configuration. */
export interface AlertingPrometheus {
  /** Writes the rule again and lets Prometheus reload it. */
  fires(isFiring: boolean): Promise<void>;
  output(): string;
  stop(): Promise<number>;
}

const rulesOf = (isFiring: boolean) => `groups:
  - name: story
    interval: 1s
    rules:
      - alert: DiskFull
        expr: vector(1) > ${isFiring ? 0 : 2}
        labels:
          severity: critical
          instance: db-1
        annotations:
          summary: The disk of db-1 is full
`;

/** `alertmanagers`: the entries below \`alerting.alertmanagers\`, as the set-up page gives them. */
export async function startAlertingPrometheus(alertmanagers: string): Promise<AlertingPrometheus> {
  const folder = temporaryFolder("alerting-prometheus");
  const [config, rules] = [join(folder, "prometheus.yml"), join(folder, "rules.yml")];
  writeFileSync(rules, rulesOf(true));
  const head = `global:\n  evaluation_interval: 1s\nrule_files: ["${rules}"]\nalerting:\n  alertmanagers:\n`;
  writeFileSync(config, `${head}${alertmanagers}`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const running = startProgram(requireProgram("prometheus"), [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=${new URL(url).host}`,
    "--web.enable-lifecycle",
    "--rules.alert.resend-delay=1s",
  ]);
  await untilReady(`${url}/-/ready`, running);
  return {
    async fires(isFiring) {
      writeFileSync(rules, rulesOf(isFiring));
      await fetch(`${url}/-/reload`, { method: "POST" });
    },
    output: running.output,
    stop: running.stop,
  };
}
