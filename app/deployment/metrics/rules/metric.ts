/** What Prometheus reads of us, before it is text. https://prometheus.io/docs/concepts/data_model/ */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** All samples of one name; all are gauges: they say how it is now. */
export interface Family {
  name: string;
  help: string;
  samples: Sample[];
}

/** One sample a state, 1 for the one that holds: it can be counted, and no state is a number that nobody knows. */
export const oneHot = (
  labels: Readonly<Record<string, string>>,
  name: string,
  states: readonly string[],
  holds: string,
): Sample[] => states.map((state) => ({ labels: { ...labels, [name]: state }, value: Number(state === holds) }));

/** UTC ms as Prometheus writes instants and spans. */
export const seconds = (milliseconds: number): number => milliseconds / 1000;
