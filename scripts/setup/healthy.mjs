/** Exits with 0 when the Upfront of this machine answers, else prints the reason: for a container's health check. */
const port = process.env.PORT || "8787";
const address = `http://127.0.0.1:${port}/healthz`;
const answer = await fetch(address, { signal: AbortSignal.timeout(4000) }).catch(() => null);
if (!answer?.ok) console.log(answer ? await answer.text().catch(() => answer.status) : `${address} does not answer.`);
process.exit(answer?.ok ? 0 : 1);
