/** A Prometheus sample, before it is formatted. https://prometheus.io/docs/concepts/data_model/ */
export interface MetricSample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** All samples of one name. All metrics are gauges, which give the current state. */
export interface MetricFamily {
  name: string;
  help: string;
  samples: MetricSample[];
}

/** Returns one sample for each state, with 1 for the current one: states can be counted, and need no numeric code. */
export const oneHotSamples = (
  labels: Readonly<Record<string, string>>,
  name: string,
  states: readonly string[],
  holds: string,
): MetricSample[] => states.map((state) => ({ labels: { ...labels, [name]: state }, value: Number(state === holds) }));

/** Converts UTC ms to the seconds in which Prometheus writes instants and spans. */
export const millisecondsToSeconds = (milliseconds: number): number => milliseconds / 1000;
