/** What any rule may ask for, so that none is long to reckon. */
export const repeatLimits = { interval: 99, count: 1000 };
