/** The HTTP client: calls whose parameters, bodies and answers have the types of the server's description. */

import type { Fault, FaultResponse, paths } from "../api/schema";

type Method = "get" | "post" | "put" | "delete";
type Operation<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;
type PathsWith<M extends Method> = {
  [Path in keyof paths]: [Operation<Path, M>] extends [never] ? never : Path;
}[keyof paths];

interface Json<T> {
  readonly content: { readonly "application/json": T };
}

type Answer<Op> = Op extends { readonly responses: { readonly 200: Json<infer T> } | { readonly 201: Json<infer T> } }
  ? T
  : undefined;
type PathNames<Op> = Op extends { readonly parameters: { readonly path: infer T } } ? { readonly path: T } : unknown;
type Query<Op> = Op extends { readonly parameters: { readonly query: infer T } }
  ? { readonly query: T }
  : Op extends { readonly parameters: { readonly query?: infer T } }
    ? { readonly query?: T }
    : unknown;
type Body<Op> = Op extends { readonly requestBody: Json<infer T> } ? { readonly body: T } : unknown;
type Input<Op> = PathNames<Op> & Query<Op> & Body<Op> & { readonly signal?: AbortSignal | undefined };

/** The server said no; the message is meant to be read. */
export class ServerFault extends Error {
  constructor(
    readonly fault: Fault,
    readonly status: number,
  ) {
    super(fault.message);
  }
}

/** The address of a path whose names in braces are filled in. */
export function addressOf(path: string, names: Readonly<Record<string, unknown>> = {}, query: object = {}): string {
  const filled = path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled;
}

export async function faultOf(response: Response): Promise<ServerFault> {
  const data = (await response.json().catch(() => null)) as FaultResponse | null;
  const fault = data?.error ?? { kind: "server", message: `the server answered ${response.status}`, position: null };
  return new ServerFault(fault, response.status);
}

/** The answer; a browser's own words for a server that is not there are replaced by plain ones. */
async function answered(address: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(address, options);
  } catch (fault) {
    if (options.signal?.aborted) throw fault;
    throw new Error("The server does not answer.");
  }
}

export async function call<M extends Method, Path extends PathsWith<M>>(
  method: M,
  path: Path,
  input: Input<Operation<Path, M>>,
): Promise<Answer<Operation<Path, M>>> {
  const {
    path: names,
    query,
    body,
    signal,
  } = input as Input<unknown> & { path?: Record<string, unknown>; query?: object; body?: unknown };
  const options: RequestInit = { method: method.toUpperCase(), headers: { "content-type": "application/json" } };
  if (body !== undefined) options.body = JSON.stringify(body);
  if (signal) options.signal = signal;
  const response = await answered(addressOf(path, names, query), options);
  if (!response.ok) throw await faultOf(response);
  return (await response.json().catch(() => undefined)) as Answer<Operation<Path, M>>;
}
