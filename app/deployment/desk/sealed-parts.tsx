import { ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import type { SecretsUnderOldKeys as Listed, SecretUnderOldKey } from "../sealed/list";
import type english from "./words/en.json";
import { useWords } from "./words/words";

const folders: Record<string, string> = {
  source: "sources",
  monitor: "monitors",
  heartbeat: "heartbeats",
  channel: "channels",
  repository: "configuration/repositories",
};

const pageFolders: Record<string, string> = { passphrase: "settings/visibility", secret: "configuration" };

/** Returns the path of the form where the object can be saved again. */
function pathOf({ kind, id, part }: SecretUnderOldKey, slug: string): string {
  if (kind === "mailer") return `/manage/deployment/mailers/${id}`;
  if (kind === "provider") return `/manage/deployment/providers/${id}`;
  if (kind === "deployment") return "/manage/deployment";
  if (kind === "page") return `/manage/${slug}/${pageFolders[part] ?? "heartbeats"}`;
  return `/manage/${slug}/${folders[kind]}/${id}`;
}

/** Listed here, because in browsers the file of words is empty: a page's words come with its data. */
const thingNames = [
  "source_settings",
  "source_address",
  "monitor_settings",
  "heartbeat_address",
  "channel_settings",
  "page_passphrase",
  "page_ping_key",
  "page_secret",
  "repository_settings",
  "mailer_settings",
  "provider_client_secret",
  "deployment_address",
  "deployment_push_key",
  "deployment_token",
] as const satisfies (keyof typeof english.thing)[];

const isThing = (name: string): name is (typeof thingNames)[number] => thingNames.some((each) => each === name);

/** Addresses and keys are generated, not typed, and continue to work without being shown. */
const replaced = new Set(["address", "ping_key", "passphrase"]);

function wayOf(kind: string, part: string) {
  if (part === "push_key") return "way.renew";
  if (kind === "deployment") return "way.enter";
  return replaced.has(part) ? "way.replace" : "way.save";
}

function ThingFacts({ thing }: { thing: SecretUnderOldKey }) {
  const { t } = useWords();
  const { kind, standing } = thing;
  const part = thing.part.replaceAll(" ", "_");
  const name = `${kind}_${part}`;
  return (
    <ListRowDetail>
      <span>
        {t("sealed.row", {
          thing: isThing(name) ? t(`thing.${name}`) : thing.part,
          standing: t(`standing.${standing}`),
        })}
      </span>
      <span>{t(wayOf(kind, part))}</span>
    </ListRowDetail>
  );
}

function Things({ things, slug }: { things: readonly SecretUnderOldKey[]; slug: string }) {
  return (
    <ListPanel>
      {things.map((each) => (
        <ListRow key={`${each.kind} ${each.id} ${each.name} ${each.part}`} actions={null}>
          <RowLink to={pathOf(each, slug)}>
            <bdi>{each.name}</bdi>
          </RowLink>
          <ThingFacts thing={each} />
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Lists on Now the secrets that can no longer be opened, with the remedy; renders nothing when there are none. */
export function UnopenableSecretsBanner({ things, slug }: { things: readonly SecretUnderOldKey[]; slug: string }) {
  const { t } = useWords();
  if (things.length === 0) return null;
  return (
    <div className="grid gap-3">
      <NoticeBanner tone="warning">{t("sealed.away")}</NoticeBanner>
      <Things things={things} slug={slug} />
    </div>
  );
}

/** Says on Now that pages are served, but that nothing which needs the secret can be saved. */
export function WrongSecretBanner() {
  const { t } = useWords();
  return <NoticeBanner tone="warning">{t("sealed.wrong_secret")}</NoticeBanner>;
}

const isMissing = ({ things, pages }: Listed) =>
  things.some(({ standing }) => standing === "missing") || pages.some(({ missing }) => missing > 0);

function Pages({ pages }: Pick<Listed, "pages">) {
  const { t } = useWords();
  return (
    <ListPanel>
      {pages.map(({ name, old, missing }) => (
        <ListRow key={name} actions={null}>
          <bdi>{name}</bdi>
          <ListRowDetail>
            {missing > 0 ? <span>{t("sealed.of_page_missing", { count: missing })}</span> : null}
            {old > 0 ? <span>{t("sealed.of_page_old", { count: old })}</span> : null}
          </ListRowDetail>
        </ListRow>
      ))}
    </ListPanel>
  );
}

/** Shows the operator which secrets cannot be opened, and whether the old secret may be removed. */
export function DeploymentSecretsSection(listed: Listed) {
  const { t } = useWords();
  const { things, pages } = listed;
  if (things.length + pages.length === 0) return <p>{t("sealed.current")}</p>;
  return (
    <div className="grid gap-3">
      <NoticeBanner tone="warning">{t(isMissing(listed) ? "sealed.away_restart" : "sealed.old")}</NoticeBanner>
      {things.length > 0 ? <Things things={things} slug="" /> : null}
      {pages.length > 0 ? <Pages pages={pages} /> : null}
    </div>
  );
}
