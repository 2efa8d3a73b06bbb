import { z } from "zod";
import type { OutboundFailure } from "../../platform/outbound";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { unreadTextReason } from "../contract/http/asserts";
import { quotePeerText, redactFinding } from "../contract/quoted-text";
import * as registered from "../contract/vendor/formats/formats";
import {
  isFollowedVendorComponent,
  type VendorComponent,
  type VendorPage,
  type VendorPageFormat,
  type VendorStatus,
  worstVendorStatus,
} from "../contract/vendor/page";

const formats: readonly VendorPageFormat[] = Object.values(registered).toSorted((one, other) =>
  one.title.localeCompare(other.title, "en"),
);
const titles = Object.fromEntries(formats.map(({ key, title }) => [key, title]));
const keys = formats.map(({ key }) => key) as [string, ...string[]];

const formatOf = (given: string): VendorPageFormat =>
  formats.find(({ key }) => key === given) ?? registered.statuspageFormat;

const settings = z.object({
  url: z
    .string({ error: "Enter the status page’s URL, such as https://www.githubstatus.com." })
    .trim()
    .max(500)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "This is not an HTTP(S) URL.")
    .meta({ title: "Status page" }),
  format: z.enum(keys).default("statuspage").meta({ title: "Format", choices: titles }),
  components: z
    .string()
    .max(2000)
    .optional()
    .meta({ title: "Only these components, one name or ID per line", lines: 3 }),
  named: z.enum(["yes", "no"]).default("yes").meta({ title: "Show visitors its name and link" }),
});

type Settings = z.output<typeof settings>;

const mostBytes = 256 * 1024;

const addressOf = ({ url, format }: Settings): string => formatOf(format).address(url);

const wanted = ({ components = "" }: Settings): string[] =>
  components
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const verdicts: Record<VendorStatus, "up" | "degraded" | "down"> = {
  operational: "up",
  under_maintenance: "degraded",
  degraded_performance: "degraded",
  partial_outage: "degraded",
  major_outage: "down",
};

const words: Record<VendorStatus, CheckStep["detail"]> = {
  operational: englishSentence("Operational"),
  under_maintenance: englishSentence("Under maintenance"),
  degraded_performance: englishSentence("Degraded performance"),
  partial_outage: englishSentence("Partial outage"),
  major_outage: englishSentence("Major outage"),
};

/** One sentence per status with the vendor's own name of the affected part, so that each can be translated. */
const sentences: Record<VendorStatus, (name: string) => CheckStep["detail"]> = {
  operational: () => englishSentence("Nothing is reported."),
  under_maintenance: (name) => englishSentence("{{name}} is under maintenance.", { name }),
  degraded_performance: (name) => englishSentence("{{name}} has degraded performance.", { name }),
  partial_outage: (name) => englishSentence("{{name}} has a partial outage.", { name }),
  major_outage: (name) => englishSentence("{{name}} has a major outage.", { name }),
};

const unknown = (code: string, detail: CheckStep["detail"], steps: CheckStep[] = []): CheckFinding => ({
  verdict: "unknown",
  code,
  detail,
  milliseconds: null,
  steps: [...steps, { title: englishSentence("Status page"), ok: false, detail }],
});

const stepOf = ({ name, status }: VendorComponent): CheckStep => ({
  title: englishSentence("{{name}}", { name: quotePeerText(name, 60) }),
  ok: status === "operational",
  detail: status === null ? englishSentence("Unknown status") : words[status],
});

/** Returns an operational component, for a name that a format for troubles only does not list. */
const well = (name: string): VendorComponent => ({ id: name, name, status: "operational" });

/**
 * Returns the followed components, or the whole page as one. Returns a name when its component is missing, because it
 * was renamed or removed.
 */
function followed(page: VendorPage, given: Settings): VendorComponent[] | string {
  const names = wanted(given);
  if (names.length === 0) {
    return [{ id: "", name: page.name ?? new URL(given.url).host, status: page.whole }];
  }
  const found = names.map((name) => {
    const meant = page.components.filter((each) => isFollowedVendorComponent(each, name));
    return meant.length === 0 && page.onlyTrouble ? [well(name)] : meant;
  });
  const missing = names.find((_, n) => found[n]?.length === 0);
  return missing ?? [...new Set(found.flat())];
}

const isWithin = (inner: string, outer: string) => inner === outer || inner.endsWith(`.${outer}`);

/** Returns true when the page's own link is on the same site: Azure's feed once linked to an internal server. */
function isAtHome(link: string, asked: string): boolean {
  const [there, here] = [new URL(link).host, new URL(asked).host];
  return isWithin(there, here) || isWithin(here, there);
}

/** Returns the public link, without its query, which may be a secret. */
function linkOf({ link }: VendorPage, { url }: Settings): string {
  const { origin, pathname } = new URL(link !== undefined && isAtHome(link, url) ? link : url);
  return `${origin}${pathname}`;
}

/** Judges by the vendor's statement alone. The speed of its status page is no statement about the vendor. */
function judged(page: VendorPage, given: Settings): CheckFinding {
  const all = followed(page, given);
  if (typeof all === "string") {
    return unknown(
      "component_missing",
      englishSentence("It has no component {{name}}.", { name: quotePeerText(all, 80) }),
    );
  }
  const steps = all.slice(0, 20).map(stepOf);
  const strange = all.find(({ status }) => status === null);
  const worst = worstVendorStatus(all.flatMap(({ status }) => status ?? []));
  if (strange && verdicts[worst] !== "down") {
    const detail = englishSentence("{{name}} has an unknown status.", {
      name: quotePeerText(strange.name, 60),
    });
    return unknown("strange_status", detail, steps);
  }
  const name = quotePeerText(all.find(({ status }) => status === worst)?.name ?? "", 80);
  const verdict = verdicts[worst];
  const code = verdict === "up" ? "ok" : worst;
  const shown =
    verdict === "up" || steps.some(({ ok }) => !ok)
      ? steps
      : [...steps, { title: englishSentence("Status page"), ok: false, detail: words[worst] }];
  const found: CheckFinding = { verdict, code, detail: sentences[worst](name), milliseconds: null, steps: shown };
  return given.named === "yes" ? { ...found, link: linkOf(page, given) } : found;
}

function nobody({ reason, code, detail }: OutboundFailure): CheckFinding {
  const found = unknown(code, detail);
  return reason === "blocked" ? { ...found, verdict: "blocked" } : found;
}

async function check({ settings: given, outbound, timeout, now }: CheckInput<Settings>): Promise<CheckFinding> {
  const headers = { accept: "application/json, application/rss+xml, application/atom+xml, */*;q=0.1" };
  const answer = await outbound.fetch({ url: addressOf(given), headers, timeout, maxBytes: mostBytes, redirects: 2 });
  if (!answer.ok) return nobody(answer);
  const { status, truncated, text } = answer;
  const why = status === 200 ? unreadTextReason(answer, ...wanted(given)) : null;
  if (why) return unknown("text_unread", why);
  const page = status === 200 && !truncated ? formatOf(given.format).read(text, now()) : null;
  if (page) return judged(page, given);
  return unknown(
    "not_a_status_page",
    englishSentence("It answered {{status}} without valid status page data.", { status }),
  );
}

export const vendorMonitorKind = defineMonitorKind<Settings>({
  kind: "vendor",
  title: "Vendor’s status page",
  about: "Follows the components on another company’s status page.",
  settings,
  calls: 3,
  secondHand: true,
  untimed: true,
  presets: "/presets/vendor.json",
  target: ({ url }) => new URL(url).host,
  addresses: (given) => [{ url: addressOf(given) }],
  check: async (given) => redactFinding(await check(given), []),
  sampleSettings: {
    url: "https://www.githubstatus.com",
    format: "statuspage",
    components: "Actions\nAPI Requests",
    named: "yes",
  },
});
