import { generateKeyPairSync } from "node:crypto";
import type { CtxOptions } from "~/platform/ctx";

type WayOut = NonNullable<CtxOptions["outbound"]>;

/** Returns the same outgoing calls, but a provider publishes keys other than those it signs with. */
export function withForeignKeys(usual: WayOut): WayOut {
  const { n } = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
  return (around) => {
    const outbound = usual(around);
    const fetch: typeof outbound.fetch = async (asked) => {
      const answer = await outbound.fetch(asked);
      const isKeys = answer.ok && asked.url.endsWith("/jwks");
      return isKeys ? { ...answer, text: answer.text.replaceAll(/"n":"[^"]+"/g, `"n":"${n}"`) } : answer;
    };
    return { ...outbound, fetch };
  };
}
