import { networkAllowSettings } from "~/net/network-settings";
import { Section } from "~/ui/parts/list";
import type { BlockedNetworkAddresses, SettingWithBlockedAddress } from "../out-of-reach";
import { useWords } from "./words/words";

function Setting({ name, value }: { name: string; value: readonly string[] }) {
  const { t } = useWords();
  return (
    <div className="text-soft">
      <p>{t("not_allowed.allow")}</p>
      <p>
        <code className="break-all">{`${name}=${value.join(",")}`}</code>
      </p>
    </div>
  );
}

function useThingText() {
  const { t } = useWords();
  return ({ kind, name }: SettingWithBlockedAddress): string =>
    kind === "heartbeat" || kind === "self_check" ? t(`page.${kind}`) : t(`not_allowed_kind.${kind}`, { name });
}

/**
 * Lists addresses in private networks that are not allowed, with the setting that would allow them; renders nothing
 * when there are none.
 */
export function BlockedNetworkAddressesSection({
  subscribers,
  visitorNetworks,
  things,
  networks,
}: BlockedNetworkAddresses) {
  const { t } = useWords();
  const thingText = useThingText();
  if (subscribers === 0 && things.length === 0) return null;
  return (
    <Section title={t("not_allowed.title")}>
      {subscribers > 0 ? (
        <>
          <p>{t("not_allowed.subscribers", { count: subscribers })}</p>
          <Setting name={networkAllowSettings.visitor} value={visitorNetworks} />
        </>
      ) : null}
      {things.length > 0 ? (
        <>
          <p>{t("not_allowed.things")}</p>
          <ul className="grid list-disc gap-1 ps-5">
            {[...new Set(things.map(thingText))].map((text) => (
              <li key={text}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
          <Setting name={networkAllowSettings.team} value={networks} />
        </>
      ) : null}
    </Section>
  );
}
