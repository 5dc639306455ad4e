import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import { type CallFailure, type Client, createClient } from '../../../src-shared/api/client.ts'
import { err, type Result } from '../../../src-shared/result.ts'

export interface ServiceProcess {
  readonly client: Client
  readonly url: string
  readonly pid: number
  readonly apiKey: string
  readonly accountId: string
  readonly merchantId: string
  /** Rejects with the reason when it ends unrequested; never resolves. */
  readonly failed: Promise<never>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as an administrator would. @returns its exit code. */
  stop(): Promise<number | null>
}

interface Ready {
  readonly event: string
  readonly url: string
  readonly private_key: string
  readonly account_id: string
  readonly merchant_id: string
}

/** A start that takes longer hangs, in ms: on a busy machine it may well take seconds. */
const startLimitMs = 120_000

/**
 * Starts the built service in a process of its own.
 * @param databaseUrl null: SQLite in the data folder. @param port 0: any free port.
 * @throws with its standard error when it ends, or hangs, before it is ready
 */
export async function startServiceProcess(
  dataFolder: string,
  databaseUrl: string | null,
  port = 0,
  processor: ProcessorName = 'sandbox',
  more: {
    readonly env?: NodeJS.ProcessEnv
    readonly onLog?: (chunk: Buffer) => void
    readonly args?: readonly string[]
  } = {},
): Promise<ServiceProcess> {
  const args = [
    '--port',
    String(port),
    '--data',
    dataFolder,
    '--sandbox',
    '--rate-limit',
    'off',
    '--processor',
    processor,
    ...(more.args ?? []),
  ]
  const child = spawn(process.execPath, [fromRoot('dist/service/main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl ?? '', ...more.env },
  })
  const dead = new Promise<Result<never, CallFailure>>((resolve) =>
    child.once('exit', () => resolve(err({ kind: 'no_answer', reason: 'the service is dead' }))),
  )
  let problems = ''
  let isEnding = false
  const failed = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      if (!isEnding) reject(new Error(`the service ended by itself with ${code ?? signal}: ${problems}`))
    })
  })
  // A caller that does not wait for it gets the error from the next call or kill.
  failed.catch(() => undefined)
  const hanging = setTimeout(() => {
    problems += `\nThe service was not ready after ${startLimitMs / 1000} s.`
    child.kill('SIGKILL')
  }, startLimitMs)
  child.stderr.on('data', (chunk: Buffer) => {
    more.onLog?.(chunk)
    problems = (problems + chunk.toString()).slice(-4000)
  })
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return isEnding ? child.exitCode : failed
    isEnding = true
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
    child.kill(signal)
    return ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as Ready
    if (ready.event !== 'ready') continue
    clearTimeout(hanging)
    return {
      client: untilDead(
        createClient({ baseUrl: ready.url, apiKey: ready.private_key, accountId: ready.account_id }),
        dead,
      ),
      url: ready.url,
      pid: child.pid ?? 0,
      apiKey: ready.private_key,
      accountId: ready.account_id,
      merchantId: ready.merchant_id,
      failed,
      async kill() {
        await end('SIGKILL')
      },
      stop: () => end('SIGTERM'),
    }
  }
  clearTimeout(hanging)
  throw new Error(`the service ended before it was ready: ${problems}`)
}

/** fetch never settles for some answers of a killed process, so calls also end with the process. */
const untilDead = (client: Client, dead: Promise<Result<never, CallFailure>>): Client => ({
  call: (name, input) => Promise.race([client.call(name, input), dead]),
})
