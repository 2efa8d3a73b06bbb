import { expect, test } from "vitest";
import { makeToken, ownPage } from "../support/own-page";
import { sharedDeployment } from "../support/shared-deployment";

/** An automation that fires twice, or fifteen times, at a running deployment. */
test("fifteen requests at once with one Idempotency-Key make one incident, whatever each says", async () => {
  const { server, operator } = await sharedDeployment();
  const { slug } = await ownPage({ byOperator: true });
  const authorization = `Bearer ${await makeToken(server.url, operator)}`;
  const incidents = `${server.url}/api/v1/pages/${slug}/incidents`;
  const send = async (key: string, name: string) => {
    const headers = { authorization, "content-type": "application/json", "idempotency-key": key };
    const answer = await fetch(incidents, {
      method: "POST",
      headers,
      body: JSON.stringify({ incident: { name, impact_override: "minor" } }),
    });
    const { id, code } = (await answer.json()) as { id?: string; code?: string };
    return { status: answer.status, id, code };
  };
  const fifteen = Array.from({ length: 15 }, (_, index) => index);
  const differing = await Promise.all(fifteen.map((number) => send("one", `Body ${number}`)));
  expect(differing.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(differing.filter(({ code }) => code === "idempotency_key_reused")).toHaveLength(14);
  const same = await Promise.all(fifteen.map(() => send("two", "The same")));
  expect(same.map(({ status }) => status)).toEqual(fifteen.map(() => 201));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  const all = await fetch(incidents, { headers: { authorization } });
  expect(await all.json()).toHaveLength(2);
});
