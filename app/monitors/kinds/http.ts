import { z } from "zod";
import { defineMonitorKind } from "../contract";

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .meta({ title: "Address" }),
});

export const http = defineMonitorKind<z.infer<typeof settings>>({
  kind: "http",
  title: "HTTP(S)",
  about: "Calls an address and looks at its answer.",
  settings,
  target: ({ url }) => new URL(url).host + new URL(url).pathname,
  async check({ settings: { url }, outbound, timeout }) {
    const answer = await outbound.fetch({ url, timeout, redirects: 3 });
    const { milliseconds } = answer;
    if (!answer.ok) {
      const verdict = answer.reason === "blocked" ? "blocked" : "down";
      return { verdict, code: answer.code, detail: answer.detail, milliseconds: null, steps: [] };
    }
    const good = answer.status >= 200 && answer.status < 300;
    const said = { code: good ? "ok" : "status", detail: `It answered ${answer.status}.`, milliseconds, steps: [] };
    return { verdict: good ? "up" : "down", ...said };
  },
  sampleSettings: { url: "https://example.com/health" },
});
