import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'
import type { TestServer } from '../../support/embedded-postgres.ts'
import { loopsPerSecond, type Step } from './loops.ts'
import { startProcess } from './processes.ts'
import { recordLoop } from './recorded-loop.ts'
import { median } from './report.ts'
import { saveCard } from './saved-card.ts'

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

/** @param bankDelayMs how long the sandbox's bank takes for each answer */
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

export interface Load {
  readonly steps: readonly Step[]
  readonly connections: number
  readonly seconds: number
  readonly rounds: number
}

/** Loops a second of both in turns, the median of each. */
export async function measurePair(
  { url, headers, bareUrl }: Pair,
  { rounds, ...load }: Load,
): Promise<{ readonly bare: number; readonly service: number }> {
  const bare: number[] = []
  const service: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(
      await loopsPerSecond({ ...load, url: bareUrl, headers: { 'content-type': 'application/json' } }),
    )
    service.push(await loopsPerSecond({ ...load, url, headers }))
  }
  return { bare: median(bare), service: median(service) }
}
