import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Role } from "~/access/actor";
import { clientAddressOf } from "~/http/client-address";
import type { RouteGuard } from "~/http/guard";
import { type DeskRequest, deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  formFailureResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import type { TokenLifetime } from "../../rules/api-token";
import { deviceDecisionPath } from "../device-path";
import { allowDevice, denyDevice, readDeviceRequest } from "../verbs";
import { DeviceCodeForm, DeviceDecisionForm, DeviceFactList } from "./device-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "session" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

/**
 * Shows the request of the code in the address. A code without an open request leads back to the form for entering a
 * code.
 */
export const loader = deskHandler(async ({ ctx, request, url }) => {
  const code = (url.searchParams.get("user_code") ?? "").slice(0, 64);
  if (code === "") return { code, asked: null };
  const found = await readDeviceRequest(ctx, { userCode: code, from: clientAddressOf(request) });
  const isWrong = !found.ok && found.failure.name === "invalid";
  return { code, asked: isWrong ? null : unwrapOrThrow(found) };
});

async function findRequest({ ctx, request }: DeskRequest, posted: PostedForm) {
  const userCode = readPostedText(posted.fields, "user_code");
  const found = await readDeviceRequest(ctx, { userCode, from: clientAddressOf(request) });
  if (!found.ok) return formFailureResponse(posted, found.failure);
  return redirect(`${deviceDecisionPath}?user_code=${found.value.userCode}`, 303);
}

const allow = async ({ ctx }: DeskRequest, posted: PostedForm) => {
  const { fields, commitId } = posted;
  const rights = {
    role: readPostedText(fields, "role") as Role,
    life: readPostedText(fields, "life") as TokenLifetime,
  };
  const given = { ...rights, readOnly: isCheckboxTicked(fields, "read_only"), commitId };
  const allowed = await allowDevice(ctx, { ...given, userCode: readPostedText(fields, "user_code") });
  return formResultResponse(posted, allowed, deviceDecisionPath, "device-allowed");
};

const deny = async ({ ctx }: DeskRequest, posted: PostedForm) =>
  formResultResponse(
    posted,
    await denyDevice(ctx, { userCode: readPostedText(posted.fields, "user_code") }),
    deviceDecisionPath,
    "device-denied",
  );

const acts: Readonly<Record<string, (desk: DeskRequest, posted: PostedForm) => Promise<unknown>>> = {
  find: findRequest,
  allow,
  deny,
};

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined;
  return act ? act(desk, posted) : unknownFormResponse(posted);
});

export default function DevicePage() {
  const { code, asked } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <ManagementShell narrow>
      <PageHead title={t("page.title")} note={t("page.about")} />
      {asked ? (
        <>
          <p className="max-w-prose">{t("request.check")}</p>
          <DeviceFactList request={asked} />
          <DeviceDecisionForm userCode={asked.userCode} />
        </>
      ) : (
        <DeviceCodeForm code={code} />
      )}
    </ManagementShell>
  );
}
