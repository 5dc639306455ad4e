import { connectRaw } from './raw-client.ts'

/** One request of a loop; the path and the body may depend on what the requests before were answered. */
export interface Step {
  readonly method: 'GET' | 'POST'
  readonly path: (seen: Seen) => string
  readonly body?: (seen: Seen) => string
  /** What later steps need of the answer: the first of its ids with this prefix. */
  readonly keep?: 'pi' | 'pmt' | 'ch'
}
/** Ids by their prefix. */
export type Seen = Record<string, string>

/** A server under load: what is asked of it, again and again, on each connection. */
export interface LoopLoad {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly connections: number
}

/** Does the steps once. @throws on any answer but 200. */
export async function runLoop(
  steps: readonly Step[],
  request: (method: string, path: string, body: string) => Promise<{ status: number; text: string }>,
): Promise<void> {
  const seen: Seen = {}
  for (const { method, path, body, keep } of steps) {
    const { status, text } = await request(method, path(seen), body?.(seen) ?? '')
    if (status !== 200) throw new Error(`${method} ${path(seen)} answered ${status}: ${text}`)
    if (keep !== undefined) seen[keep] = firstId(text, keep)
  }
}

/** Parsing a document for its id would take the generator longer than the request. */
function firstId(text: string, prefix: string): string {
  const [, id] = new RegExp(`"id": ?"(${prefix}_[0-9A-Za-z]+)"`).exec(text) ?? []
  if (id === undefined) throw new Error(`no id of ${prefix}_ in ${text}`)
  return id
}

export interface OpenLoad {
  /**
   * Goes through the steps on each connection for so long. @returns loops per second, by the requests that were
   * answered, as each connection is in the midst of a loop at the end; any refusal ends it.
   */
  run(seconds: number): Promise<number>
  close(): void
}

const connect = ({ url, headers, connections }: LoopLoad) =>
  Promise.all(Array.from({ length: connections }, () => connectRaw(url, headers)))

/** Opens the connections of a load, which stay open from one run to the next. */
export async function openLoad(load: LoopLoad): Promise<OpenLoad> {
  const { steps } = load
  const clients = await connect(load)
  return {
    run: async (seconds) => {
      const until = performance.now() + seconds * 1000
      let done = 0
      await Promise.all(
        clients.map(async ({ request }) => {
          while (performance.now() < until) {
            await runLoop(steps, async (...asked) => {
              const answer = await request(...asked)
              if (performance.now() < until) done += 1
              return answer
            })
          }
        }),
      )
      return done / steps.length / seconds
    },
    close: () => {
      for (const client of clients) client.close()
    },
  }
}

/** Goes through the steps so many times, on all connections together. @throws on any refusal */
export async function runLoops(load: LoopLoad & { readonly count: number }): Promise<void> {
  const clients = await connect(load)
  let left = load.count
  try {
    await Promise.all(
      clients.map(async (client) => {
        while (left > 0) {
          left -= 1
          await runLoop(load.steps, client.request)
        }
      }),
    )
  } finally {
    for (const client of clients) client.close()
  }
}
