import type { ClientActionFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import type { FormState } from "../parts/form-state";
import { clientAction } from "./client-action";

const body = "We look into the disks.";

/** Returns the form as shown after the server refused it with this status and data. */
async function cameBack(status: number, data: object) {
  const fields = new URLSearchParams({ form: "update", version: "3", _token: "t", body });
  const request = new Request("http://localhost/manage/acme/incidents/i", { method: "POST", body: fields });
  const refused = { status, statusText: "", internal: false, data };
  const serverAction = () => Promise.reject(refused);
  const given = { request, serverAction, params: {} } as unknown as ClientActionFunctionArgs;
  const answer = (await clientAction(given)) as Response;
  return { status: answer.status, state: (await answer.json()) as FormState };
}

test("who was overtaken by others has the form back, with what was typed and what to do", async () => {
  const { status, state } = await cameBack(503, { code: "crowded" });
  expect([status, state.form, state.values]).toEqual([503, "update", { body }]);
  expect(state.errors?.[""]).toBe(
    "Others are changing this page right now. Your text is kept: wait a few seconds, then try again.",
  );
});

test("while the database is away, too", async () => {
  const { state } = await cameBack(503, { code: "overloaded" });
  expect([state.values, state.errors?.[""]]).toEqual([
    { body },
    "This couldn’t be saved. Your text is kept: wait a few seconds, then try again.",
  ]);
});
