import type { ConfiguredValue } from "./configuration-types";
import type { ConfiguredKinds } from "./configured-kinds";

export interface PlanConfigurationOptions {
  /** Name under which the file owns what it makes. */
  fileName: string;
  /** True to remove what the file once made and no longer describes. */
  prune: boolean;
  /** Present time, UTC ms. */
  now: number;
  kinds: ConfiguredKinds;
  /**
   * Returns the digest of a value in its comparable form, by which a plan knows what a file last set without keeping
   * it; null = a secret of the page that was not entered.
   */
  digestOf: (slug: string, value: ConfiguredValue, isSecret: boolean) => string | null;
}
