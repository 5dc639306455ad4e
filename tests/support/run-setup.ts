import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/**
 * Vitest calls this once, in the process that starts the processes of the test files: one PostgreSQL serves the whole
 * run, with a database for each request. It is started on the first request, so that a run without PostgreSQL does not
 * pay for it.
 */
export async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined
  const door = createServer((_request, response) => {
    server ??= startPostgres()
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? explain(error) : String(error)),
    )
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  process.env.COUNTERTOP_TEST_POSTGRES = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  return async () => {
    door.closeAllConnections()
    door.close()
    await server?.then((started) => started.stop()).catch(() => undefined)
  }
}

const explain = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${explain(cause)}` : message
