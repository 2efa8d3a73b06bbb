/** Largest file that is read here, in KB: on Free it has to be read within the CPU time of a request. */
export const maxFileKilobytesByPlan = { free: 64, paid: 1000, own: 1000 } as const;
