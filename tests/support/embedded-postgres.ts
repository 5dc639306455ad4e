import pg from 'pg'
import { startPostgres } from './postgres-server.ts'

export interface TestServer {
  /**
   * Creates a database on the server.
   * @param copyOf the name of a database without connections; if it is not given the new one is empty
   * @returns its connection string
   */
  createDatabase(copyOf?: string): Promise<string>
  dropDatabase(connectionString: string): Promise<void>
  stop(): Promise<void>
}

/** A server of our own can be stopped and restarted; a shared one cannot. */
export interface OwnServer extends TestServer {
  /** Stops the server as an administrator would, and restarts it with the same data and port. */
  restart(whileDown?: () => Promise<void>): Promise<void>
}

function databasesOn(url: string) {
  const administer = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  let count = 0
  return {
    createDatabase: async (copyOf?: string) => {
      count += 1
      const name = `test_${process.pid}_${Date.now().toString(36)}_${count}`
      // The copy is made file by file, not page by page through the log.
      const from = copyOf === undefined ? 'template0' : `${copyOf} STRATEGY FILE_COPY`
      await administer(`CREATE DATABASE ${name} TEMPLATE ${from}`)
      const created = new URL(url)
      created.pathname = `/${name}`
      return created.href
    },
    dropDatabase: async (connectionString: string) => {
      const name = new URL(connectionString).pathname.slice(1)
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

export async function startOwnServer(): Promise<OwnServer> {
  const { url, restart, stop } = await startPostgres()
  return { ...databasesOn(url), restart, stop }
}

/** The shared server of a test run, which is started when the first test requests it (./run-setup.ts). */
async function sharedServerUrl(address: string): Promise<string> {
  const answer = await fetch(address)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/**
 * Returns the server that DATABASE_URL names, on which databases can be created; else the shared one of the run; else a
 * new one.
 */
export async function startTestServer(): Promise<TestServer> {
  const { DATABASE_URL: named, COUNTERTOP_TEST_POSTGRES: shared } = process.env
  if (named === undefined && shared === undefined) return startOwnServer()
  return { ...databasesOn(named ?? (await sharedServerUrl(shared ?? ''))), stop: async () => {} }
}
