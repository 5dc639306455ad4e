import { startTestServer } from '../../support/embedded-postgres.ts'
import { type RunningService, startService } from './running-service.ts'

export const engines = ['SQLite', 'PostgreSQL'] as const

/** Starts the service on a database of its own. */
export async function startServiceOn(engine: (typeof engines)[number]): Promise<RunningService> {
  if (engine === 'SQLite') return startService()
  const server = await startTestServer()
  const service = await startService(undefined, { databaseUrl: await server.createDatabase() })
  return {
    ...service,
    async stop() {
      await service.stop()
      await server.stop()
    },
  }
}
