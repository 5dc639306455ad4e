import './process/small-footprint.ts'
import { writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopMessage } from '../src-shared/stop-message.ts'
import { type App, createApp } from './app.ts'
import { type Command, type Config, helpText, readCommand } from './config/config.ts'
import type { Log } from './log.ts'
import { createPinoLog } from './pino-log.ts'
import { settleAfterStart } from './process/small-footprint.ts'

/**
 * Command line of the service. Standard output has only the ready line; if the app started the service, also a line
 * about an update before it.
 */
const command = readCommand(process.argv.slice(2), process.env)
if (!command.ok) fail(command.error)
else if (command.value.name === 'help') process.stdout.write(helpText)
else if (command.value.name === 'print_openapi') await printOpenApi()
else if (command.value.name === 'write_reference') await writeReference(command.value.folder)
else if (command.value.name === 'listen') await listenTo(command.value.listening).catch(stopListening)
else if (command.value.name === 'rotate_terminal_key') await rotate(command.value).catch(stopWith)
else if (command.value.name === 'move_to_postgres') await move(command.value.config).catch(stopMove)
else await serve(command.value.config).catch(stopWith)

async function rotate({ data, logLevel }: Extract<Command, { name: 'rotate_terminal_key' }>): Promise<void> {
  process.umask(0o077)
  const { rotateTerminalKey } = await import('./vault/rotate-terminal-key.ts')
  const key_id = await rotateTerminalKey(data, createPinoLog(logLevel))
  process.stdout.write(`${JSON.stringify({ event: 'terminal_key_rotated', key_id })}\n`)
}

async function move(config: Extract<Command, { name: 'move_to_postgres' }>['config']): Promise<void> {
  process.umask(0o077)
  const { moveToPostgres } = await import('./move/move-to-postgres.ts')
  await moveToPostgres({ config, report: (line) => void process.stdout.write(`${line}\n`) })
}

async function listenTo(listening: Extract<Command, { name: 'listen' }>['listening']): Promise<void> {
  const { listen } = await import('./webhooks/listen.ts')
  const line = (fields: object) => process.stdout.write(`${JSON.stringify(fields)}\n`)
  await listen(listening, line)
}

async function serve(config: Config): Promise<void> {
  // Files written from here on are readable only for this user.
  process.umask(0o077)
  const log = createPinoLog(config.logLevel)
  // Next to the built service, both in a checkout and in a package.
  const webDirectory = fileURLToPath(new URL('../web', import.meta.url))
  const onWriterLost = (error: Error) => {
    log.error({ err: error }, 'store.writer_lost')
    fail(error.message)
  }
  // No writer thread when the app runs the service: the counter has better use for its memory.
  const isAlone = !('parentPort' in process)
  const onUpdating = () => {
    log.info({}, 'store.updating')
    // Written synchronously, because what follows blocks the event loop.
    if (!isAlone) writeSync(process.stdout.fd, `${JSON.stringify({ event: 'updating' })}\n`)
  }
  // Preloaded, so that the first request does not wait for schemas, or miss a file that an update has removed
  // meanwhile.
  if (isAlone)
    await Promise.all([import('../src-shared/api/operations.ts'), import('./webhooks/event-body.ts')])
  const app = await createApp({ ...config, webDirectory, onUpdating, ...(isAlone && { onWriterLost }) }, log)
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'service.stopping')
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(reasonOf(error)),
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // What Windows and managers of its services send besides Ctrl+C; elsewhere there is no such signal.
  process.on('SIGBREAK', () => stop('SIGBREAK'))
  appPort()?.on('message', ({ data }) => {
    if (data === stopMessage) stop('the app')
  })
  // Windows has no such signal: there a rotation requires a restart.
  if (process.platform !== 'win32') process.on('SIGUSR2', () => void reloadVaultKeys(app, log))
  if (config.exitWithParent) {
    process.stdin
      .on('end', () => stop('standard input closed'))
      .on('error', () => stop('standard input failed'))
    process.stdin.resume()
  }
  const url = await app.listen().catch(async (error: unknown) => {
    await app.stop()
    throw error
  })
  process.stdout.write(`${JSON.stringify({ event: 'ready', url, ...app.sandbox })}\n`)
  settleAfterStart()
}

/** The connection to the app, which runs the service in a utility process of Electron; undefined without an app. */
function appPort():
  | undefined
  | { on(event: 'message', take: (message: { data: unknown }) => void): unknown } {
  return Reflect.get(process, 'parentPort')
}

async function reloadVaultKeys({ services }: App, log: Log): Promise<void> {
  try {
    log.info({ key_id: await services.vault.reloadKeys() }, 'vault.keys_reloaded')
  } catch (error) {
    log.error({ err: error }, 'vault.keys_refused')
  }
}

async function printOpenApi(): Promise<void> {
  const { openApiDocument } = await import('./http/reference/openapi.ts')
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
}

/** Writes the files in docs/api that are generated from the table. */
async function writeReference(folder: string): Promise<void> {
  const { referenceDocuments } = await import('./http/reference/documents.ts')
  for (const [name, text] of Object.entries(referenceDocuments())) writeFileSync(join(folder, name), text)
}

function stopWith(error: unknown): void {
  fail(reasonOf(error))
}

function stopListening(error: unknown): void {
  fail(reasonOf(error), 'Webhooks are not forwarded')
}

function stopMove(error: unknown): void {
  fail(reasonOf(error), 'The move is not complete')
}

function fail(reason: string, what = 'The service cannot run'): void {
  process.stderr.write(`${what}: ${reason}\n`)
  process.exit(1)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port, address } = error as NodeJS.ErrnoException & {
    readonly port?: number
    readonly address?: string
  }
  if (code === 'EADDRINUSE')
    return `port ${port} of ${address} is in use; choose another with --port, or 0 for a free one`
  if (code === 'EACCES' && port !== undefined)
    return `port ${port} may not be used by this user; choose one above 1023`
  return error.message
}
