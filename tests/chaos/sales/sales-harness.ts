import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataPaths } from '../../../src-main/paths.ts'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import { type ChaosProxy, openProxy } from '../../support/chaos-proxy.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { type CounterProcess, createTerminal, startCounterProcess, type TerminalProcess } from './programs.ts'

/** One counter: its terminal, its process, and their two connections to the service. */
export interface CounterHarness {
  readonly hsn: string
  /** The ledger of its cash drawer. */
  readonly drawerFile: string
  /** The file of its sales, one a month, and the file of its returns. */
  readonly booksFolder: string
  readonly returnsFile: string
  readonly pos: CounterProcess
  readonly terminal: TerminalProcess
  readonly posLine: ChaosProxy
  readonly terminalLine: ChaosProxy
}

/** The service that all counters use, and the faults that can be applied to it. */
export interface SalesHarness {
  readonly counters: readonly CounterHarness[]
  /** Where the service and the sandbox's bank keep their data. */
  readonly dataFolder: string
  /** The logs of all processes of the service, one after the other. */
  readonly logFile: string
  service(): ServiceProcess
  /** Rejects with the reason when a program ends by itself or no longer answers, so that waiting is useless. */
  readonly failed: Promise<never>
  killService(): Promise<void>
  /** Moves the clock of the service and of all its later processes forward. */
  advanceClock(seconds: number): Promise<void>
  /**
   * The same for a counter that waits without success. One jump serves all counters that wait. The next jump is
   * postponed, because it would interrupt the look-ups at the bank that this one has made due. @returns whether the
   * clock was moved
   */
  letTimePass(seconds: number): Promise<boolean>
  /** Ends all faults of the connections. */
  heal(): void
  /** @param keep leaves the data and the log, to find the cause of a failure */
  stop(keep: boolean): Promise<void>
}

/** A service that does not answer for this long, and is not starting, hangs, in ms. */
const silenceMs = 120_000
const lookEveryMs = 5_000
/** Time in which the repair job gets its answers, also on a busy machine, in ms. */
const betweenJumpsMs = 6_000

/** @param counterProgram the bundled counter-program.ts */
export async function openSalesHarness(options: {
  readonly counterProgram: string
  readonly counters: number
  readonly databaseUrl: string | null
  readonly processor: ProcessorName
  readonly random: () => number
}): Promise<SalesHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-sales-'))
  const dataFolder = join(folder, 'service')
  let fail: (reason: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const logFile = join(folder, 'service.log')
  const log = createWriteStream(logFile, { flags: 'a' })
  // A full disk ends the log, not the test.
  log.on('error', () => undefined)
  const startService = async (port?: number) => {
    const { databaseUrl, processor } = options
    const started = await startServiceProcess(dataFolder, databaseUrl, port, processor, {
      env: { LOG_LEVEL: 'info' },
      onLog: (chunk) => log.write(chunk),
    })
    started.failed.catch(fail)
    return started
  }
  let service = await startService()
  const port = Number(new URL(service.url).port)
  let restarting: Promise<void> | null = null
  const counters: CounterHarness[] = []
  for (let number = 1; number <= options.counters; number += 1) {
    counters.push(await openCounter(folder, number, port, service, { ...options, onFailure: fail }))
  }
  let jumpedAt = 0
  const advanceClock = async (seconds: number) => {
    jumpedAt = Date.now()
    await service.client.call('sandbox.clock.advance', { body: { seconds } })
  }
  const restart = async () => {
    await service.kill()
    await delay(100 + options.random() * 800)
    service = await startService(port)
  }
  let answeredAt = Date.now()
  const watch = setInterval(async () => {
    const found = await service.client.call('payment_intents.list', { query: { limit: 1 } })
    if (found.ok || restarting !== null) answeredAt = Date.now()
    else if (Date.now() - answeredAt > silenceMs)
      fail(new Error(`the service does not answer: ${JSON.stringify(found.error)}`))
  }, lookEveryMs)
  return {
    counters,
    dataFolder,
    logFile,
    service: () => service,
    failed,
    async killService() {
      restarting ??= restart()
        .catch(fail)
        .finally(() => {
          restarting = null
        })
      await restarting
    },
    advanceClock,
    async letTimePass(seconds) {
      if (Date.now() - jumpedAt < betweenJumpsMs) return false
      await advanceClock(seconds)
      return true
    },
    heal() {
      for (const { posLine, terminalLine } of counters) {
        posLine.heal()
        terminalLine.heal()
      }
    },
    async stop(keep) {
      clearInterval(watch)
      await restarting
      for (const counter of counters) {
        await counter.pos.end()
        await counter.terminal.end()
        await counter.posLine.close()
        await counter.terminalLine.close()
      }
      // If it ended by itself, `failed` has the reason.
      await service.kill().catch(() => undefined)
      log.end()
      if (!keep) await rm(folder, { recursive: true, force: true })
    },
  }
}

interface CounterOptions {
  readonly counterProgram: string
  readonly random: () => number
  readonly onFailure: (reason: Error) => void
}

async function openCounter(
  folder: string,
  number: number,
  port: number,
  { client, apiKey, accountId, merchantId }: ServiceProcess,
  { counterProgram, random, onFailure }: CounterOptions,
): Promise<CounterHarness> {
  const hsn = `CHAOS-${number}`
  const userData = join(folder, hsn)
  await mkdir(userData)
  const code = await client.call('terminals.activation_code', { body: { hsn } })
  if (!code.ok) throw new Error(`no activation code: ${JSON.stringify(code.error)}`)
  const posLine = await openProxy(port)
  const terminalLine = await openProxy(port)
  const terminal = createTerminal({
    url: terminalLine.url,
    hsn,
    activationCode: code.value.activation_code,
    credentialFile: join(userData, 'credential'),
  })
  terminal.start()
  const setUp = {
    userData,
    url: posLine.url,
    apiKey,
    accountId,
    merchantId,
    hsn,
    tipPresets: number % 2 === 0 ? [15, 20] : [],
    // The clocks of counters are wrong by minutes in either direction.
    clockOffsetMs: Math.round((random() - 0.5) * 600_000),
  }
  const pos = startCounterProcess(counterProgram, setUp, onFailure)
  const paths = dataPaths(userData)
  return {
    hsn,
    drawerFile: paths.drawer(accountId),
    booksFolder: paths.soldBills(accountId),
    returnsFile: paths.returns(accountId),
    ...{ pos, terminal, posLine, terminalLine },
  }
}
