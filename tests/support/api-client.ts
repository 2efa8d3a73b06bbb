type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls the API of a running deployment as the holder of this token; throws with the answer's text unless it is 2xx.
 */
export function makeApi(url: () => string, token: string) {
  return async <T = { id: string }>(path: string, body?: unknown, method?: Method): Promise<T> => {
    const response = await fetch(`${url()}/api/v1${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}
