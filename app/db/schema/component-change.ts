/** A change of a component’s status, as an update has it. */
export interface ComponentChange {
  componentId: string;
  name: string;
  from: string;
  to: string;
  /** Time of the change, when it differs from the time at which its update is shown. */
  at?: number;
}
