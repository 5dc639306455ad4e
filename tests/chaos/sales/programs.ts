import { type ChildProcess, fork, spawn } from 'node:child_process'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { SaleState } from '../../../src-shared/pos/sale/sale.ts'
import type { TerminalStatus } from '../../../src-shared/pos/snapshot.ts'
import type { CounterSetUp, FromCounter, ToCounter } from './counter-messages.ts'

/** A counter's process as its cashier sees it; it can be killed and restarted repeatedly. */
export interface CounterProcess {
  /** Null while the process is dead or starting: the screen is dark. */
  sale(): SaleState | null
  /** What the customer owes; null if no payment is in progress, or the screen is dark. */
  bill(): Bill | null
  terminal(): TerminalStatus | null
  /** Everything that it showed last; null while the screen is dark. */
  now(): FromCounter | null
  send(message: ToCounter): void
  /** Whether the current process has processed every message: on a slow machine a tap may be delayed. */
  hasTakenAll(): boolean
  kill(): Promise<void>
  /** Starts it unless it is running. */
  start(): void
  /** Ends it for good: later faults do not restart it. */
  end(): Promise<void>
}

/** @param program the bundled counter-program.ts @param onFailure called when it ends without having been killed */
export function startCounterProcess(
  program: string,
  setUp: CounterSetUp,
  onFailure: (reason: Error) => void,
): CounterProcess {
  let child: ChildProcess | null = null
  let seen: FromCounter | null = null
  let problems = ''
  let sent = 0
  let ended = false
  const start = () => {
    // Two faults at once kill it only once: two processes on one journal would be two counters.
    if (ended || child !== null) return
    sent = 0
    const mine = fork(program, [JSON.stringify(setUp)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    child = mine
    mine.stderr?.on('data', (bytes: Buffer) => {
      problems = (problems + bytes.toString()).slice(-4_000)
    })
    mine.on('message', (message: FromCounter) => {
      if (child === mine) seen = message
    })
    mine.on('error', () => undefined)
    mine.on('exit', (code) => {
      // There is no code after a signal, which was ours.
      if (code !== null && code !== 0) onFailure(new Error(`a counter ended by itself: ${problems}`))
    })
  }
  const kill = async () => {
    const mine = child
    child = null
    seen = null
    if (mine !== null) await killed(mine)
  }
  start()
  return {
    sale: () => seen?.sale ?? null,
    bill: () => seen?.bill ?? null,
    terminal: () => seen?.terminal ?? null,
    now: () => seen,
    send(message) {
      if (!child?.connected) return
      sent += 1
      child.send(message, () => undefined)
    },
    hasTakenAll: () => seen !== null && seen.taken >= sent,
    kill,
    start,
    end() {
      ended = true
      return kill()
    },
  }
}

/** A headless terminal's process, which connects to the service through an unreliable connection. */
export interface TerminalProcess {
  kill(): Promise<void>
  /** Restarts it unchanged, unless it is running. */
  start(): void
  /** Ends it for good, like a counter's process. */
  end(): Promise<void>
  /** Follows another script from now on, which requires a restart. @returns false when it already follows it. */
  become(script: string): Promise<boolean>
}

export function createTerminal(options: {
  readonly url: string
  readonly hsn: string
  /** Not needed if the credential exists. */
  readonly activationCode?: string
  readonly credentialFile: string
}): TerminalProcess {
  let child: ChildProcess | null = null
  let script = 'approve'
  let ended = false
  const start = () => {
    // A fault that lasted longer than its sale may coincide with the next customer's start.
    if (ended || child !== null) return
    const { url, hsn, activationCode, credentialFile } = options
    const code = activationCode === undefined ? [] : ['--activation-code', activationCode]
    const args = ['--service', url, '--hsn', hsn, ...code]
    const program = fromRoot('dist/terminal/cli.js')
    const rest = ['--credential-file', credentialFile, '--script', script]
    child = spawn(process.execPath, [program, ...args, ...rest], { stdio: 'ignore' })
  }
  const kill = async () => {
    const mine = child
    child = null
    if (mine !== null) await killed(mine)
  }
  return {
    start,
    kill,
    end() {
      ended = true
      return kill()
    },
    async become(next) {
      if (next === script && child !== null) return false
      script = next
      await kill()
      start()
      return true
    },
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
