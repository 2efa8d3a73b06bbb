import { z } from "zod";
import { defineMonitorKind } from "../contract";

const settings = z.object({
  host: z.string().min(1).max(253).meta({ title: "Host" }),
  port: z.coerce.number().int().min(1).max(65_535).meta({ title: "Port" }),
});

export const tcp = defineMonitorKind<z.infer<typeof settings>>({
  kind: "tcp",
  title: "TCP",
  about: "Opens a connection to a port.",
  settings,
  target: ({ host, port }) => `${host}:${port}`,
  async check({ settings: { host, port }, outbound, timeout, now }) {
    const begun = now();
    const reached = await outbound.connect({ host, port, tls: "off", timeout });
    if (!reached.ok) {
      const verdict = reached.reason === "blocked" ? "blocked" : "down";
      return { verdict, code: reached.code, detail: reached.detail, milliseconds: null, steps: [] };
    }
    await reached.connection.close();
    return { verdict: "up", code: "ok", detail: "Connected.", milliseconds: now() - begun, steps: [] };
  },
  sampleSettings: { host: "db.example.com", port: 5432 },
});
