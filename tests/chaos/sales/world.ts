import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChaosProxy, openProxy } from '../../support/chaos-proxy.ts'
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { createTerminal, createTill, type TerminalProcess, type Till } from './programs.ts'

/** One counter: its terminal, its process, and the two lines between them and the service. */
export interface Lane {
  readonly hsn: string
  readonly till: Till
  readonly terminal: TerminalProcess
  readonly posLine: ChaosProxy
  readonly terminalLine: ChaosProxy
}

/** The service that every lane uses, and what can be done to it. */
export interface World {
  readonly lanes: readonly Lane[]
  /** Where the service keeps its data, and the sandbox's bank its own. */
  readonly dataFolder: string
  service(): ServiceProcess
  killService(): Promise<void>
  /** Every line as good as new. */
  heal(): void
  stop(): Promise<void>
}

/** @param tillProgram the bundled till-program.ts */
export async function openWorld(options: {
  readonly tillProgram: string
  readonly lanes: number
  readonly random: () => number
}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-sales-'))
  const dataFolder = join(folder, 'service')
  let service = await startServiceProcess(dataFolder, null)
  const port = Number(new URL(service.url).port)
  let restarting: Promise<void> | null = null
  const lanes: Lane[] = []
  for (let number = 1; number <= options.lanes; number += 1) {
    lanes.push(await openLane(folder, number, port, service, options))
  }
  const restart = async () => {
    await service.kill()
    await delay(100 + options.random() * 800)
    service = await startServiceProcess(dataFolder, null, port)
  }
  return {
    lanes,
    dataFolder,
    service: () => service,
    async killService() {
      restarting ??= restart().finally(() => {
        restarting = null
      })
      await restarting
    },
    heal() {
      for (const { posLine, terminalLine } of lanes) {
        posLine.heal()
        terminalLine.heal()
      }
    },
    async stop() {
      await restarting
      for (const lane of lanes) {
        await lane.till.kill()
        await lane.terminal.kill()
        await lane.posLine.close()
        await lane.terminalLine.close()
      }
      await service.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openLane(
  folder: string,
  number: number,
  port: number,
  { client, apiKey, accountId, merchantId }: ServiceProcess,
  { tillProgram, random }: { readonly tillProgram: string; readonly random: () => number },
): Promise<Lane> {
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
  const till = createTill(tillProgram, {
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
  return { hsn, till, terminal, posLine, terminalLine }
}
