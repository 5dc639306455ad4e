import autocannon from 'autocannon'

/** One request of a loop; the path and the body may be told by what the requests before were answered. */
export interface Step {
  readonly method: 'GET' | 'POST'
  readonly path: (seen: Seen) => string
  readonly body?: (seen: Seen) => string
  /** What later steps need of the answer. */
  readonly keep?: (answer: never) => Readonly<Seen>
}
export type Seen = Record<string, string>

export interface LoopRun {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly connections: number
  readonly seconds: number
}

/** Goes through the steps again and again on each connection. @returns loops per second; any refusal ends it. */
export async function loopsPerSecond({
  url,
  headers,
  steps,
  connections,
  seconds,
}: LoopRun): Promise<number> {
  let refusal: string | null = null
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: steps.map(({ method, path, body, keep }) => ({
      method,
      path: '/',
      headers,
      setupRequest: (request, context) => {
        const seen = context as Seen
        return { ...request, path: path(seen), ...(body === undefined ? {} : { body: body(seen) }) }
      },
      onResponse: (status, text, context) => {
        if (status !== 200) refusal ??= `${method} answered ${status}: ${text}`
        else if (keep !== undefined) Object.assign(context as Seen, keep(JSON.parse(text) as never))
      },
    })),
  })
  if (refusal !== null) throw new Error(refusal)
  if (result.errors > 0) throw new Error(`${result.errors} requests were not answered`)
  return result.requests.average / steps.length
}
