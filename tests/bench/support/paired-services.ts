import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'
import type { TestServer } from '../../support/embedded-postgres.ts'
import type { LoopLoad } from './loops.ts'
import { startProcess } from './processes.ts'
import { recordLoop } from './recorded-loop.ts'
import { saveCard } from './saved-card.ts'
import { inTurns, type TurnLength } from './turns.ts'

export const engineNames = ['SQLite', 'PostgreSQL'] as const
export type EngineName = (typeof engineNames)[number]

/** The service and the bare handler that writes the same rows, each in a process and on a database of its own. */
export interface Pair {
  readonly engine: EngineName
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly customer: string
  readonly bareUrl: string
  readonly pids: { readonly bare: number; readonly service: number }
  stop(): Promise<void>
}

/** @param bankDelayMs the sandbox bank's delay for each answer */
export async function startPair(
  folder: string,
  engine: EngineName,
  { server, bankDelayMs = 0 }: { readonly server: TestServer | null; readonly bankDelayMs?: number },
): Promise<Pair> {
  const database = async () =>
    engine === 'SQLite' || server === null ? undefined : await server.createDatabase()
  const of = (name: string) => join(folder, `${engine}-${name}`)
  const recording = `${of('recording')}.json`
  writeFileSync(recording, JSON.stringify(await recordLoop(of('recorded'), await database())))
  const program = await bundleTypescript(join(projectRoot, 'tests/bench/support/baseline-server.ts'))
  const bare = await startProcess(program, [recording, (await database()) ?? folder])
  const url = await database()
  const service = await startProcess(
    join(projectRoot, 'dist/service/main.js'),
    [
      ...['--port', '0', '--data', of('service'), '--sandbox', '--rate-limit', 'off'],
      ...['--bank-delay', String(bankDelayMs)],
    ],
    url === undefined ? {} : { DATABASE_URL: url },
  )
  const { private_key = '', account_id = '' } = service.ready
  return {
    engine,
    url: service.ready.url ?? '',
    headers: {
      'content-type': 'application/json',
      'x-api-key': private_key,
      'x-account-id': account_id,
    },
    customer: await saveCard(service.ready),
    bareUrl: bare.ready.url ?? '',
    pids: { bare: bare.child.pid ?? 0, service: service.child.pid ?? 0 },
    stop: async () => {
      await service.stop()
      await bare.stop()
    },
  }
}

/** The same steps for both. */
export function loadsOf(
  { url, headers, bareUrl }: Pair,
  load: Pick<LoopLoad, 'steps' | 'connections'>,
): { readonly bare: LoopLoad; readonly service: LoopLoad } {
  return {
    bare: { ...load, url: bareUrl, headers: { 'content-type': 'application/json' } },
    service: { ...load, url, headers },
  }
}

/** Loops per second of both in turns. `ratio`: the service's as a multiple of the bare handler's. */
export async function measurePair(
  pair: Pair,
  { steps, connections, ...length }: Pick<LoopLoad, 'steps' | 'connections'> & TurnLength,
): Promise<{ readonly bare: number; readonly service: number; readonly ratio: number }> {
  const { rates, ratio } = await inTurns(loadsOf(pair, { steps, connections }), length)
  return { ...rates, ratio: ratio('service', 'bare') }
}
