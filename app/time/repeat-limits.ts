/** Limits for any rule, so that none takes long to compute. */
export const repeatLimits = { interval: 99, count: 1000 };
