import { globSync, readFileSync } from "node:fs";
import { adapterSettingFields, type SettableAdapter } from "~/change/adapter-settings/settings";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import type { AdapterRegistryName } from "~/i18n/adapter-text";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import type { AnySourceAdapter, SourceSetup } from "~/sources/contract/contract";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import { type Node, textOf, treeOf, written } from "./syntax";

interface Kind extends SettableAdapter {
  kind: string;
  title: string;
  about?: string;
  intro?: string;
}

type Texts = Record<string, string>;

/** Returns the texts of a kind's settings and their choices; a setting without a title is on no form. */
function settingTexts(kind: SettableAdapter): Texts {
  const shown = adapterSettingFields(kind).filter(({ name, title }) => title !== name);
  const named = shown.flatMap(({ name, title, hint, choiceTitles = {} }) => [
    [`setting_${name}`, title],
    ...(hint ? [[`setting_${name}_hint`, hint]] : []),
    ...Object.entries(choiceTitles).map(([choice, text]) => [`setting_${name}_${choice}`, text]),
  ]);
  return Object.fromEntries(named);
}

const ingestUrl = "https://status.example.com/ingest/token";

/** Returns the set-up from its file, or as the adapter makes it for its sample settings. */
function setupOf({ kind, setup, sampleSettings }: AnySourceAdapter): SourceSetup {
  const made = setup?.({ ingestUrl, settings: sampleSettings });
  return made ?? JSON.parse(readFileSync(`public/setup/${kind}.json`, "utf8"));
}

function stepTexts(source: AnySourceAdapter): Texts {
  const { intro, snippets } = setupOf(source);
  const titles = snippets.map(({ title }, index) => [`step_${index + 1}`, title]);
  return Object.fromEntries([...titles, ["step_1_text", intro]]);
}

const textsOf = (kind: Kind): Texts => ({
  title: kind.title,
  ...(kind.about ? { about: kind.about } : {}),
  ...(kind.intro ? { intro: kind.intro } : {}),
  ...settingTexts(kind),
});

const family = (name: AdapterRegistryName, kinds: readonly Kind[]) =>
  kinds.map((kind): [string, Texts] => [`${name}.${kind.kind}`, textsOf(kind)]);

/** Returns the texts in the adapters' own files, by the groups and names under which a language replaces them. */
export function adapterEnglish(): Record<string, Texts> {
  const made = sourceAdapters.map((source): [string, Texts] => [
    `sources.${source.kind}`,
    { ...textsOf(source), ...stepTexts(source) },
  ]);
  const others = [
    ...family("monitors", monitorKinds),
    ...family("channels", channelAdapters),
    ...family("mailers", mailerAdapters),
  ];
  return Object.fromEntries([...made, ...others]);
}

/** Calls that show a text to people, with the index of its argument. */
const sayingCalls: Record<string, number> = { englishSentence: 0, assert: 1 };

const literalsIn = (node: Node | undefined): string[] => {
  if (node?.type === "ConditionalExpression") return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
  const text = node ? textOf(node) : null;
  return text === null ? [] : [text];
};

const isSentence = (text: string) => /^[\p{Lu}“\d{].* .*\.$/su.test(text);

/** Returns the texts that a call shows, and any text that looks like a sentence. */
function textsOfNode(node: Node): string[] {
  const at = node.type === "CallExpression" ? sayingCalls[written(node.callee)] : undefined;
  if (node.type === "CallExpression" && at !== undefined) return literalsIn(node.arguments[at]);
  const text = textOf(node);
  return text !== null && isSentence(text) ? [text] : [];
}

const sentencesAt = (path: string): string[] => treeOf(path, readFileSync(path, "utf8")).nodes.flatMap(textsOfNode);

/** Matches texts sent to other servers, or received from them. */
const noRefusal =
  /^(?:completed|High error|Nothing is wrong|This is a test|Message can not|The body is not|The message is not an)/;

/** Returns all reasons for refusing a value, and all results of checks and calls, of the adapters of these nouns. */
export function adapterSentences(nouns: readonly string[] = ["monitors", "channels", "mailers", "sources"]): string[] {
  const shown = new Set(Object.values(adapterEnglish()).flatMap((texts) => Object.values(texts)));
  const paths = nouns
    .flatMap((noun) => globSync(`app/${noun}/{contract,kinds}/**/*.ts`))
    .filter((path) => !path.includes(".test."));
  const found = paths.sort().flatMap(sentencesAt);
  const wanted = found.filter((text) => !noRefusal.test(text) && (!isSentence(text) || !shown.has(text)));
  return [...new Set(wanted)].filter((text) => /\p{L}{2}/u.test(text.replaceAll(/\{\{\w+\}\}/g, "")));
}

/** Names of products, formats and programs, which are the same in every language. */
const names = new Set(
  [
    "Amazon SNS (CloudWatch)|Azure Monitor|Better Stack|Checkly|CloudEvents|Datadog|Gatus|Google Cloud Monitoring|GitHub",
    "Grafana|Healthchecks|New Relic|Opsgenie|Opsgenie (EU)|Opsgenie Alert API|PagerDuty|PagerDuty Events API|Pingdom",
    "Prometheus|Prometheus Alertmanager|Sentry|Standard Webhooks|StatusCake|Uptime Kuma|UptimeRobot|Zabbix",
    "JSON|DNS|HTTP(S)|TCP|WebSocket|STARTTLS|Instatus|Slack|Discord|Google Chat|Gotify|incident.io|Matrix|Mattermost|Microsoft Teams|ntfy",
    "Jira Service Management|Pushover|Rocket.Chat|Telegram|Twilio SMS|Webhook|Zulip|Amazon SES|Cloudflare Email|Mailgun",
    "Postmark|Resend|STARTTLS (SMTP)|STARTTLS (IMAP)|STLS (POP3)|Account SID|alerting|AWS|Google Cloud|Statuspage|Upfront",
  ].flatMap((line) => line.split("|")),
);

/** Returns what a translation must contain: each text of every kind that is no name, and each sentence. */
export function wantedOfAdapters(): Record<string, Texts> {
  const kinds = Object.entries(adapterEnglish()).map(([group, texts]): [string, Texts] => [
    group,
    Object.fromEntries(Object.entries(texts).filter(([, text]) => !names.has(text))),
  ]);
  const sentences = Object.fromEntries(adapterSentences().map((text) => [text, text]));
  return Object.fromEntries([...kinds.filter(([, texts]) => Object.keys(texts).length > 0), ["messages", sentences]]);
}
