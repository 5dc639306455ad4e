import type { Readable } from 'node:stream'
import { stopMessage } from '../../src-shared/stop-message.ts'
import type { Log } from '../log.ts'
import { createLineReader, isUpdatingLine, type ReadyLine, readyLineOf } from './ready-line.ts'

/** The part of Electron's utility process that is used; tests replace it. */
export interface ServiceProcess {
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly pid?: number | undefined
  on(event: 'exit', listener: (code: number) => void): unknown
  postMessage(message: unknown): void
  kill(): boolean
}

export interface EmbeddedServiceOptions {
  /** @param port 0 picks a free one. */
  readonly launch: (port: number) => ServiceProcess
  readonly onReady: (ready: ReadyLine) => void
  /** Called when it migrates its data after an update of the program, before it is ready. */
  readonly onUpdating: () => void
  /** Called when it died or did not start. It is restarted automatically. */
  readonly onDown: (detail: string) => void
  /** Receives its output besides the ready line. */
  readonly onOutput: (text: string) => void
  readonly log: Log
}

export interface EmbeddedService {
  stop(): Promise<void>
}

/** Pause before the n-th restart in a row, in ms. */
export const restartPauseMs = (failures: number): number =>
  Math.min(250 * 2 ** Math.max(failures - 1, 0), 10_000)

/** A run that lasted this long, in ms, counts as a success. */
const steadyMs = 30_000
/** Maximum time to stop by itself once it is asked to, and then to end once it is killed, in ms. */
const askedLimitMs = 4_000
const killedLimitMs = 1_000

async function endsWithin(exited: Promise<void>, ms: number): Promise<boolean> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    limit = setTimeout(() => resolve(false), ms)
  })
  const ended = await Promise.race([exited.then(() => true), late])
  clearTimeout(limit)
  return ended
}

/**
 * The service of training, in a process of its own: it starts with the app, is restarted when it dies, and ends with
 * the app. It keeps its port across restarts, so that connected terminals find it again.
 */
export function startEmbeddedService(options: EmbeddedServiceOptions): EmbeddedService {
  const { log } = options
  let running: { readonly process: ServiceProcess; readonly exited: Promise<void>; isReady: boolean } | null =
    null
  let port = 0
  let failures = 0
  let stopping = false
  let timer: NodeJS.Timeout | undefined

  function launch(): void {
    const startedAt = Date.now()
    const child = options.launch(port)
    let isReady = false
    const read = createLineReader((line) => {
      if (!isReady && isUpdatingLine(line)) return options.onUpdating()
      const ready = isReady ? null : readyLineOf(line)
      if (ready === null) return options.onOutput(`${line}\n`)
      isReady = true
      if (running?.process === child) running.isReady = true
      port = Number(new URL(ready.url).port)
      log.info({ url: ready.url, ms: Date.now() - startedAt }, 'service.ready')
      return options.onReady(ready)
    })
    child.stdout?.on('data', (chunk: Buffer) => read(chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => options.onOutput(chunk.toString()))
    const exited = new Promise<void>((resolve) => {
      child.on('exit', (code) => {
        resolve()
        running = null
        if (!stopping) died(code, Date.now() - startedAt, isReady)
      })
    })
    running = { process: child, exited, isReady }
  }

  function died(code: number, lastedMs: number, wasReady: boolean): void {
    failures = lastedMs > steadyMs ? 1 : failures + 1
    // Another program may have taken the port.
    if (!wasReady) port = 0
    const pause = restartPauseMs(failures)
    log.error({ code, lastedMs, failures, pause }, 'service.ended')
    options.onDown(`It ended with code ${code}.`)
    timer = setTimeout(launch, pause)
  }

  // Starting a process takes several milliseconds of this one, so the counter's first answer comes first.
  timer = setTimeout(launch, 0)
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      if (running === null) return
      const { process, exited, isReady } = running
      // On Windows `kill` ends it in the middle of what it does: there is no signal that it could act on.
      if (isReady) {
        process.postMessage(stopMessage)
        if (await endsWithin(exited, askedLimitMs)) return
      }
      process.kill()
      await endsWithin(exited, killedLimitMs)
    },
  }
}
