/** A press of the order's form: the move, of what, the version that was read, and the place of another group. */
export interface PostedMove {
  way: string;
  id: string;
  version: number;
  onto: string;
}

export function parsePostedMove(text: string): PostedMove {
  const [way = "", id = "", version = "", onto = ""] = text.split(" ");
  return { way, id, version: Number(version) || 0, onto };
}
