/** The titles that a machine gives an incident: keys of the catalogue's group `auto`. */
export type TitleKey =
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
 * What a title says, by its key and the names in it: every reader reads it in their own language. Of `because` the first
 * name is whose problem it is.
 */
export interface SaidTitle {
  key: TitleKey;
  names: string[];
  /** Of what runs out: it does so within so many days. */
  days?: number;
}
