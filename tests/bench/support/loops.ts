import { connectRaw } from './raw-client.ts'

/** One request of a loop; its path and body may depend on earlier answers. */
export interface Step {
  readonly method: 'GET' | 'POST'
  readonly path: (seen: Seen) => string
  readonly body?: (seen: Seen) => string
  /** The prefix of the id that later steps need: the first such id in the answer is kept. */
  readonly keep?: 'pi' | 'pmt' | 'ch'
}
/** Ids by their prefix. */
export type Seen = Record<string, string>

/** A load on a server: the steps are repeated on each connection. */
export interface LoopLoad {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly connections: number
}

/** Does the steps once. @throws for any status but 200. */
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

/** Finds an id by a search: parsing the document would take the generator longer than the request. */
function firstId(text: string, prefix: string): string {
  const [, id] = new RegExp(`"id": ?"(${prefix}_[0-9A-Za-z]+)"`).exec(text) ?? []
  if (id === undefined) throw new Error(`no id of ${prefix}_ in ${text}`)
  return id
}

export interface OpenLoad {
  /**
   * Repeats the steps on each connection for this long. @returns loops per second, from the number of answered
   * requests, because each connection is in the middle of a loop at the end; throws on any refusal.
   */
  run(seconds: number): Promise<number>
  close(): void
}

const connect = ({ url, headers, connections }: LoopLoad) =>
  Promise.all(Array.from({ length: connections }, () => connectRaw(url, headers)))

/** Opens the connections of a load, which stay open between runs. */
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

/** Repeats the steps `count` times, on all connections together. @throws on any refusal */
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
