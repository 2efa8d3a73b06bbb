/** Result of one step of an import's job. */
export interface ImportStepOutcome {
  /** False = the job waits: for a person, for a later time, or because it is over. */
  goesOn: boolean;
  /** True when visitors see the page change: at the end of applying and of undoing. */
  publishes?: boolean;
}
