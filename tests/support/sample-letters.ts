import type { EmailBrand, EmailContent, EmailReader } from "~/notifications/print/content";
import { type IncidentEmailFacts, incidentEmailContent } from "~/notifications/print/incident";
import { invitationEmailContent } from "~/notifications/print/invitation";
import { testEmailContent } from "~/notifications/print/mail-test";
import {
  type MaintenanceEmailFacts,
  type MaintenanceNewsKind,
  maintenanceEmailContent,
} from "~/notifications/print/maintenance";
import { emailReaderOf } from "~/notifications/print/reader";
import { signInEmailContent } from "~/notifications/print/sign-in";
import { confirmEmailContent } from "~/notifications/print/subscriber-confirm";
import { teamEmailContent } from "~/notifications/print/team";
import type { EmailUpdate } from "~/notifications/print/update-parts";
import { renderMarkdown } from "~/platform/markdown";
import { words } from "./words";

/** Friday, 20 November 2026, 13:05 UTC. */
export const letterNow = Date.UTC(2026, 10, 20, 13, 5);
const minute = 60_000;

export const brand: EmailBrand = { name: "Acme Cloud", url: "https://status.example.com/acme", accent: "#1f5f4a" };

export const berlin: EmailReader = emailReaderOf(words("en"), "Europe/Berlin");

export const rightToLeft: EmailReader = emailReaderOf(words("ar"), "Africa/Cairo");

const token = "01kajx2m4e8r5v7w9xq3c6b1nt.0.Zk3u0aTq1s9fJ2mXw8Yb5LhDcR7vPnEo4GiKtQxUy6A";
export const links = {
  change: `${brand.url}/subscriptions/${token}`,
  leave: `${brand.url}/subscriptions/${token}/leave`,
};

export function sampleUpdate(body: string, over: Partial<EmailUpdate> = {}): EmailUpdate {
  const { html, text } = renderMarkdown(body);
  return { id: "u", status: "identified", html, text, at: letterNow - minute, changes: [], ...over };
}

const found = `A configuration change at 12:31 sent half of the requests to servers without room for them. We are **rolling it back**; about a third of the servers are done.

- Requests to the *Public API* fail or take longer than 10 s
- Webhooks arrive late; none is lost

[What you can do meanwhile](https://status.example.com/help)`;

const looking = "We see failing requests to the Public API since 12:34 and are looking into it.";

const sampleUpdates = [
  sampleUpdate(found, {
    id: "u3",
    changes: [{ name: "Public API", from: "degraded_performance", to: "partial_outage" }],
  }),
  sampleUpdate("Some webhooks are late as well. We are still looking for the cause.", {
    id: "u2",
    status: "investigating",
    at: letterNow - 14 * minute,
  }),
  sampleUpdate(looking, { id: "u1", status: "investigating", at: letterNow - 26 * minute }),
] as const;

export function incidentFacts(over: Partial<IncidentEmailFacts> = {}): IncidentEmailFacts {
  const [newest, ...earlier] = sampleUpdates;
  return {
    brand,
    url: `${brand.url}/incidents/01kajx2m4e5t9zq7`,
    title: "Requests to the Public API fail",
    status: "identified",
    impact: "major",
    startedAt: letterNow - 31 * minute,
    fresh: [newest],
    earlier,
    components: [
      { name: "Public API", status: "partial_outage" },
      { name: "Webhooks", status: "degraded_performance" },
      { name: "Dashboard", status: "operational" },
    ],
    ...over,
  };
}

export function maintenanceFacts(
  news: MaintenanceNewsKind,
  over: Partial<MaintenanceEmailFacts> = {},
): MaintenanceEmailFacts {
  const { html, text } = renderMarkdown(
    "We move the primary database to larger machines. Reading goes on; **writing stops for about two minutes**.",
  );
  const startsAt = Date.UTC(2026, 10, 22, 1, 0);
  return {
    brand,
    url: `${brand.url}/maintenances/01kajx2m4e5t9zq8`,
    news,
    status: news === "reminder" ? "scheduled" : news === "update" ? "in_progress" : news,
    title: "Larger machines for the primary database",
    html,
    text,
    startsAt,
    endsAt: startsAt + 120 * minute,
    fresh: [],
    earlier: [],
    components: [{ name: "Primary database", status: "under_maintenance" }],
    ...over,
  };
}

/** Returns one email of every kind that exists. */
export const sampleContents = (reader: EmailReader): Record<string, EmailContent> => ({
  incident: incidentEmailContent(incidentFacts(), reader, links),
  resolved: incidentEmailContent(
    incidentFacts({
      status: "resolved",
      fresh: [
        sampleUpdate("All servers run the old configuration again. **Nothing fails any more.**", {
          status: "resolved",
          at: letterNow + 40 * minute,
        }),
      ],
      earlier: [...sampleUpdates],
      components: incidentFacts().components.map(({ name }) => ({ name, status: "operational" })),
    }),
    reader,
    links,
  ),
  scheduled: maintenanceEmailContent(maintenanceFacts("scheduled"), reader, links),
  reminder: maintenanceEmailContent(maintenanceFacts("reminder"), reader, links),
  work_update: maintenanceEmailContent(
    maintenanceFacts("update", {
      fresh: [sampleUpdate("Copying takes longer; writing stops **half an hour later**.", { status: "in_progress" })],
    }),
    reader,
    links,
  ),
  in_progress: maintenanceEmailContent(maintenanceFacts("in_progress"), reader, links),
  completed: maintenanceEmailContent(maintenanceFacts("completed"), reader, links),
  cancelled: maintenanceEmailContent(maintenanceFacts("cancelled"), reader, links),
  confirm: confirmEmailContent(
    {
      brand,
      url: links.change,
      scope: { kind: "components", names: ["Public API", "Webhooks", "Dashboard"] },
      expiresAt: letterNow + 1440 * minute,
    },
    reader,
  ),
  sign_in: signInEmailContent(
    {
      brand: { ...brand, name: "Upfront" },
      url: links.change,
      code: "K7QM2XWD",
      browser: "Firefox on Linux",
      purpose: "sign_in",
    },
    reader,
  ),
  address: signInEmailContent(
    { brand, url: links.change, code: "K7QM2XWD", browser: null, purpose: "address" },
    reader,
  ),
  invitation: invitationEmailContent(
    {
      brand,
      url: links.change,
      role: "responder",
      invitedBy: "Ada Lovelace",
      expiresAt: letterNow + 7 * 1440 * minute,
    },
    reader,
  ),
  mail_test: testEmailContent({ brand: { ...brand, name: "Upfront" }, at: "Nov 20, 2026, 13:05 UTC" }, reader),
  team: teamEmailContent(
    {
      brand,
      at: letterNow,
      title: "Draft: HighErrorRate on api-7",
      text: "Prometheus says that the error rate of api-7 is above 5 %. Nobody outside sees it before you publish.",
      severity: "critical",
      link: { text: "Open the draft", url: "https://status.example.com/manage/acme/incidents/1" },
      facts: [
        { name: "Source", value: "Prometheus" },
        { name: "Component", value: "Public API: Major outage" },
      ],
    },
    reader,
  ),
});
