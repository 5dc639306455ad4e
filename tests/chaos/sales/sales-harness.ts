import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import { type ChaosProxy, openProxy } from '../../support/chaos-proxy.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { type CounterProcess, createTerminal, startCounterProcess, type TerminalProcess } from './programs.ts'

/** One counter: its terminal, its process, and the two lines between them and the service. */
export interface CounterHarness {
  readonly hsn: string
  readonly pos: CounterProcess
  readonly terminal: TerminalProcess
  readonly posLine: ChaosProxy
  readonly terminalLine: ChaosProxy
}

/** The service that every counter uses, and what can be done to it. */
export interface SalesHarness {
  readonly counters: readonly CounterHarness[]
  /** Where the service keeps its data, and the sandbox's bank its own. */
  readonly dataFolder: string
  service(): ServiceProcess
  killService(): Promise<void>
  /** Every line as good as new. */
  heal(): void
  stop(): Promise<void>
}

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
  let service = await startServiceProcess(dataFolder, options.databaseUrl, 0, options.processor)
  const port = Number(new URL(service.url).port)
  let restarting: Promise<void> | null = null
  const counters: CounterHarness[] = []
  for (let number = 1; number <= options.counters; number += 1) {
    counters.push(await openCounter(folder, number, port, service, options))
  }
  const restart = async () => {
    await service.kill()
    await delay(100 + options.random() * 800)
    service = await startServiceProcess(dataFolder, options.databaseUrl, port, options.processor)
  }
  return {
    counters,
    dataFolder,
    service: () => service,
    async killService() {
      restarting ??= restart().finally(() => {
        restarting = null
      })
      await restarting
    },
    heal() {
      for (const { posLine, terminalLine } of counters) {
        posLine.heal()
        terminalLine.heal()
      }
    },
    async stop() {
      await restarting
      for (const counter of counters) {
        await counter.pos.kill()
        await counter.terminal.kill()
        await counter.posLine.close()
        await counter.terminalLine.close()
      }
      await service.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openCounter(
  folder: string,
  number: number,
  port: number,
  { client, apiKey, accountId, merchantId }: ServiceProcess,
  { counterProgram, random }: { readonly counterProgram: string; readonly random: () => number },
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
  const pos = startCounterProcess(counterProgram, {
    userData,
    url: posLine.url,
    apiKey,
    accountId,
    merchantId,
    hsn,
    tipPresets: number % 2 === 0 ? [15, 20] : [],
    // Clocks of counters are wrong, by minutes, either way.
    clockOffsetMs: Math.round((random() - 0.5) * 600_000),
  })
  return { hsn, pos, terminal, posLine, terminalLine }
}
