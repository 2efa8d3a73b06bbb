/** Most heartbeats that people may create on one page; pings with `create=1` may create twice as many. */
export const maxHeartbeats = 200;
