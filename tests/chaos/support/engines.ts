import { type ProcessorName, processorNames } from '../../../src-service/processor/open-processor.ts'
import { startTestServer } from '../../support/embedded-postgres.ts'

/** The database of the service under chaos. */
export type Engine = 'sqlite' | 'postgres'

const engines: readonly Engine[] = ['sqlite', 'postgres']

/** @param named the value of --engine: an engine, or `both`. @throws for an unknown name */
export function chosenEngines(named: string): readonly Engine[] {
  const chosen = engines.filter((engine) => named === engine || named === 'both')
  if (chosen.length === 0) throw new Error(`--engine is ${engines.join(', ')} or both, not ${named}`)
  return chosen
}

/** @param named the value of --processor: a bank, or `all`. @throws for an unknown name */
export function chosenProcessors(named: string): readonly ProcessorName[] {
  const chosen = processorNames.filter((name) => named === name || named === 'all')
  if (chosen.length === 0) throw new Error(`--processor is ${processorNames.join(', ')} or all, not ${named}`)
  return chosen
}

/** Runs `work` with an empty database of its own. @param work gets its connection string, null for SQLite */
export async function onEngine<Value>(
  engine: Engine,
  work: (databaseUrl: string | null) => Promise<Value>,
): Promise<Value> {
  if (engine === 'sqlite') return work(null)
  const server = await startTestServer()
  try {
    return await work(await server.createDatabase())
  } finally {
    await server.stop()
  }
}
