import { proxyHeaderLines, trustedProxySetting, type UntrustedProxies } from "~/net/trusted-proxy";
import { Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import { useWords } from "./words/words";

const ProxyLine = ({ where, line }: { where: string; line: string }) => (
  <div className="grid gap-1">
    <p className="font-medium">{where}</p>
    <VerbatimText label={where}>{line}</VerbatimText>
  </div>
);

/** Lists untrusted proxies, with the setting that would trust them; renders nothing when there are none. */
export function UntrustedProxySection({ proxies, value }: UntrustedProxies) {
  const { t, language } = useWords();
  if (proxies.length === 0) return null;
  const list = (texts: readonly string[]) => new Intl.ListFormat(language).format([...new Set(texts)]);
  const addresses = list(proxies.map(({ address }) => address));
  const headers = list(proxies.map(({ header }) => header));
  return (
    <Section id="proxy" title={t("proxy.title")}>
      <NoticeBanner tone="warning">{t("proxy.seen", { addresses, headers })}</NoticeBanner>
      <p className="max-w-prose">{t("proxy.set")}</p>
      <ProxyLine where={t("proxy.nginx")} line={proxyHeaderLines.nginx} />
      <ProxyLine where={t("proxy.caddy")} line={proxyHeaderLines.caddy} />
      <p className="max-w-prose">{t("proxy.restart")}</p>
      <VerbatimText label={trustedProxySetting}>{`${trustedProxySetting}=${value}`}</VerbatimText>
      <p className="max-w-prose text-soft">{t("proxy.stray")}</p>
    </Section>
  );
}
