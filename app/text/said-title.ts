/** Keys, in the catalogue's group `auto`, of the titles that are given to an incident automatically. */
export type AutomaticTitleKey =
  | "monitor_down"
  | "monitor_slow"
  | "monitor_degraded"
  | "certificate_expires"
  | "domain_expires"
  | "vendor_trouble"
  | "heartbeat_failed"
  | "heartbeat_late"
  | "source_silent"
  | "source_invalid"
  | "source_cut"
  | "source_unverifiable"
  | "source_sealed"
  | "problem"
  | "problem_with"
  | "problem_several"
  | "because"
  | "because_vendor";

/**
 * A title by its key and the names in it, so that every visitor reads it in their own language. The first name of
 * `because` is the vendor with the problem.
 */
export interface AutomaticTitle {
  key: AutomaticTitleKey;
  names: string[];
  /** Days until something expires, for titles of that kind. */
  days?: number;
}
