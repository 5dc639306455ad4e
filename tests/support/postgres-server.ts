import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepareServerPlace, type ServerPlace } from './postgres-binaries.ts'

const startLimitMs = 20_000
const password = 'password'

/** A PostgreSQL for the tests, with a temporary folder and a free port; durable as in production. */
export interface PostgresServer {
  readonly url: string
  /** Stops the server as an administrator would, and restarts it with the same data and port. */
  restart(whileDown?: () => Promise<void>): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** @throws after several ports that were in use; on other errors at once, with the server's message */
export async function startPostgres(): Promise<PostgresServer> {
  const place = await prepareServerPlace()
  try {
    await createCluster(place)
    const launched = await launchOnFreePort(place)
    const { port } = launched
    let { server } = launched
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      restart: async (whileDown) => {
        await end(server, 'SIGINT')
        await whileDown?.()
        server = await launch(place, port)
      },
      stop: async () => {
        await end(server, 'SIGQUIT')
        await rm(place.folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(place.folder, { recursive: true, force: true })
    throw error
  }
}

const portsTried = 5

async function launchOnFreePort(
  place: ServerPlace,
): Promise<{ readonly port: number; readonly server: ChildProcess }> {
  for (let tried = 1; ; tried++) {
    const port = randomPort()
    try {
      return { port, server: await launch(place, port) }
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes('Address already in use')
      if (!isTaken || tried === portsTried) throw error
    }
  }
}

/** Below the range from which operating systems assign ports, so it is rarely in use. */
const randomPort = (): number => randomInt(20_000, 32_000)

const dataOf = ({ folder }: ServerPlace): string => join(folder, 'data')

async function createCluster(place: ServerPlace): Promise<void> {
  const passwordFile = join(place.folder, 'password')
  await writeFile(passwordFile, `${password}\n`)
  const flags = ['--auth=password', '--username=postgres', '--no-sync', '--encoding=UTF8', '--locale=C']
  await promisify(execFile)(
    place.initdb,
    [`--pgdata=${dataOf(place)}`, `--pwfile=${passwordFile}`, ...flags],
    { ...place.user, cwd: place.folder },
  ).catch((error: unknown) => {
    throw new Error(`PostgreSQL's data could not be made in ${place.folder}`, { cause: error })
  })
}

async function launch(place: ServerPlace, port: number): Promise<ChildProcess> {
  const server = spawn(
    place.postgres,
    // Connections by port only: no socket in a shared folder.
    [
      '-D',
      dataOf(place),
      '-p',
      String(port),
      '-c',
      'unix_socket_directories=',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    { ...place.user, cwd: place.folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const endWithUs = () => void server.kill('SIGQUIT')
  process.once('exit', endWithUs)
  server.once('exit', () => process.off('exit', endWithUs))
  let messages = ''
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`PostgreSQL did not start (${why}):\n${messages.slice(-4000)}`))
    const limit = setTimeout(() => fail(`not ready after ${startLimitMs} ms`), startLimitMs)
    server.once('error', (error) => fail(error.message))
    server.once('exit', (code, signal) => fail(`it ended with ${code ?? signal}`))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (messages.length < 100_000) messages += text
      if (!messages.includes('ready to accept connections')) return
      clearTimeout(limit)
      resolve()
    })
  }).catch(async (error: unknown) => {
    await end(server, 'SIGQUIT')
    throw error
  })
  return server
}

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}
