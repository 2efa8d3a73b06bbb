/** Ends with 0 when the Upfront of this machine answers: what a container's health check runs. */
const port = process.env.PORT || "8787";
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
