import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../../scripts/lib/run-typescript.mjs'
import type { QueuedJob } from '../../../../src-main/printing/print-jobs.ts'
import type { Printer, WaitingPrint } from '../../../../src-shared/pos/printing/printers.ts'
import { printedRows } from '../../../support/escpos-decoder.ts'
import { eventually } from '../../../support/eventually.ts'
import { startTcpPrinter, type TcpPrinter } from '../../../support/tcp-printer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

let program: string
let path: string
let device: TcpPrinter
let child: ChildProcess | null = null
let waiting: readonly WaitingPrint[]

beforeAll(async () => {
  program = await bundleTypescript(fromRoot('tests/unit/main/printing/queue-program.ts'))
})
beforeEach(async () => {
  path = join(await temporaryFolder('killed-queue'), 'prints.jsonl')
  device = await startTcpPrinter()
  waiting = []
})
afterEach(async () => {
  await kill()
  await device.unplug()
})

const job = (name: string): QueuedJob => ({
  id: name,
  printer_id: 'counter',
  name,
  language: 'en',
  copies: [[{ kind: 'text', text: `Receipt ${name}`, align: 'left', weight: 'normal' }]],
})

function start(...jobs: readonly QueuedJob[]): void {
  const printer: Printer = {
    id: 'counter',
    name: 'Counter printer',
    address: { kind: 'tcp', host: '127.0.0.1', port: device.port },
    language: 'esc-pos',
    columns: 48,
    letters: 'epson',
    cuts: true,
    drawer: false,
    each_sale: false,
    reports: 'end',
  }
  const args = [program, path, JSON.stringify(printer), JSON.stringify(jobs)]
  const mine = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  child = mine
  let text = ''
  mine.stdout.on('data', (bytes: Buffer) => {
    text += bytes.toString()
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    const last = lines.at(-1)
    if (child === mine && last !== undefined) waiting = JSON.parse(last)
  })
}

async function kill(): Promise<void> {
  const mine = child
  child = null
  if (mine === null || mine.exitCode !== null) return
  const ended = once(mine, 'exit')
  mine.kill('SIGKILL')
  await ended
  waiting = []
}
const isAsked = ({ state }: WaitingPrint): boolean => state === 'perhaps'

test('after a crash during printing, the current job is asked about, and waiting jobs are printed once', async () => {
  device.paperLeft = 10
  start(job('one'), job('two'))
  await eventually(() => {
    expect(device.state).toBe('paper_out')
    expect(waiting).toHaveLength(2)
  })
  await kill()
  device.forget()
  device.mend()

  start()
  await eventually(() => expect(waiting).toMatchObject([{ name: 'one', state: 'perhaps' }]))
  expect(printedRows(device.paper()).filter((row) => row.includes('Receipt'))).toHaveLength(1)
  expect(printedRows(device.paper()).at(-1)).toContain('Receipt two')
})

test('after a crash while the printer is off, everything is printed once when both are back', async () => {
  await device.unplug()
  start(job('one'), job('two'))
  await eventually(() => expect(waiting).toMatchObject([{ trouble: 'unreachable' }, { name: 'two' }]))
  await kill()
  await device.plug()
  start()
  await eventually(() => expect(printedRows(device.paper())).toEqual(['Receipt one', 'Receipt two']))
})

test('after repeated crashes, no receipt is printed twice, and each is printed or asked about', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  await device.unplug()
  start(...names.map(job))
  await eventually(() => expect(waiting).toHaveLength(names.length))
  await device.plug()
  for (let count = 1; count <= 3; count++) {
    const before = device.calls()
    await eventually(() => expect(device.calls() > before || waiting.every(isAsked)).toBe(true))
    await kill()
    start()
    await eventually(() => expect(waiting.length + printedRows(device.paper()).length).toBeGreaterThan(0))
  }
  await eventually(() => expect(waiting.every(isAsked)).toBe(true))
  await eventually(() => {
    const asked = waiting.map(({ name }) => name)
    const printed = printedRows(device.paper()).map((row) => row.replace('Receipt ', ''))
    expect(new Set(printed).size).toBe(printed.length)
    expect([...new Set([...printed, ...asked])].toSorted()).toEqual(names)
  })
})
