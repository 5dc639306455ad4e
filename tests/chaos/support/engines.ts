import { type ProcessorName, processorNames } from '../../../src-service/processor/open-processor.ts'
import { startTestServer } from '../../support/embedded-postgres.ts'

/** Where the service under chaos keeps its rows. */
export type Engine = 'sqlite' | 'postgres'

const engines: readonly Engine[] = ['sqlite', 'postgres']

/** @param named what --engine was given: an engine, or `both`. @throws when there is none of that name */
export function chosenEngines(named: string): readonly Engine[] {
  const chosen = engines.filter((engine) => named === engine || named === 'both')
  if (chosen.length === 0) throw new Error(`--engine is ${engines.join(', ')} or both, not ${named}`)
  return chosen
}

/** @param named what --processor was given: a bank, or `all`. @throws when there is none of that name */
export function chosenProcessors(named: string): readonly ProcessorName[] {
  const chosen = processorNames.filter((name) => named === name || named === 'all')
  if (chosen.length === 0) throw new Error(`--processor is ${processorNames.join(', ')} or all, not ${named}`)
  return chosen
}

/** Does `work` with an empty database of its own. @param work gets its connection string, null for SQLite */
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
