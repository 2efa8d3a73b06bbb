import type { ClientActionFunctionArgs } from "@remix-run/react";

/** How a form of the desk is sent where script runs; every route with an action exports it. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => serverAction();
