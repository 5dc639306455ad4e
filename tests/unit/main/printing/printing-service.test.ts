import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPrintingService, type PrintingService } from '../../../../src-main/printing/printing-service.ts'
import type { PosCommandPayload } from '../../../../src-shared/pos/commands.ts'
import type { PrintingStatus } from '../../../../src-shared/pos/printing/printers.ts'
import { decodePrinted, printedRows } from '../../../support/escpos-decoder.ts'
import { eventually } from '../../../support/eventually.ts'
import { createFakePrinter } from '../../../support/fake-printer.ts'
import { startTcpPrinter, type TcpPrinter } from '../../../support/tcp-printer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

let folder: string
let device: TcpPrinter
let service: PrintingService
let status: Omit<PrintingStatus, 'not_queued' | 'incomplete'> | null

async function open(): Promise<void> {
  let count = 0
  service = await openPrintingService({
    paths: { printers: join(folder, 'printers.json'), prints: join(folder, 'prints.jsonl') },
    onStatus: (now) => {
      status = now
    },
    newId: () => `prn_${++count}_${performance.now()}`,
    system: {
      list: async () => [{ queue: 'Receipts', name: 'Front counter', options: {} }],
      print: async () => undefined,
    },
    log: quietLog,
  })
}
const fields = (changes: Partial<PosCommandPayload<'printers.save'>> = {}) => ({
  id: null,
  name: 'Counter',
  address: { kind: 'tcp' as const, host: '127.0.0.1', port: device.port },
  language: 'esc-pos' as const,
  columns: 48 as const,
  letters: 'epson' as const,
  cuts: true,
  drawer: false,
  each_sale: false,
  ...changes,
})
async function add(changes?: Partial<PosCommandPayload<'printers.save'>>): Promise<string> {
  const saved = await service.save(fields(changes))
  if (!saved.ok) throw new Error(saved.error.message)
  return saved.value.id
}
function listed() {
  const list = service.list()
  if (!list.ok) throw new Error(list.error.message)
  return list.value
}
const job = (name: string) => ({
  name,
  language: 'en' as const,
  copies: [
    [{ kind: 'text' as const, text: `Receipt ${name}`, align: 'left' as const, weight: 'normal' as const }],
  ],
  complete: true,
})
const kicks = () => decodePrinted(device.paper()).filter(({ kind }) => kind === 'kick').length

beforeEach(async () => {
  folder = await temporaryFolder('printing-service')
  device = await startTcpPrinter()
  status = null
  await open()
})
afterEach(async () => {
  await service.stop()
  await device.unplug()
})

test('concurrent changes of the printers are all kept', async () => {
  const first = await add()
  const [second, , third] = await Promise.all([
    add({ name: 'Bar' }),
    service.remove(first),
    add({ name: 'Kitchen' }),
  ])
  await Promise.all([service.choose(third), service.remove(second)])
  expect(listed()).toMatchObject({ default_id: third, printers: [{ name: 'Kitchen' }] })
  await service.stop()
  await open()
  expect(listed()).toMatchObject({ default_id: third, printers: [{ name: 'Kitchen' }] })
})

test('a printer that is removed while it is saved is reported as missing, and takes the drawer from no other', async () => {
  const first = await add({ drawer: true })
  const second = await add({ name: 'Bar' })
  const [, saved] = await Promise.all([
    service.remove(second),
    service.save(fields({ id: second, name: 'Bar', drawer: true })),
  ])
  expect(saved).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(listed().printers).toMatchObject([{ id: first, drawer: true }])
})

test('without a printer nothing is printed, and the first printer prints receipts, also after a restart', async () => {
  expect(await service.print(job('one'))).toBe(false)
  expect(await service.openDrawer()).toBeNull()
  const id = await add()
  expect(status).toMatchObject({ ready: true })
  await service.stop()
  await open()
  expect(listed()).toMatchObject({ default_id: id, printers: [{ id, name: 'Counter' }] })
  expect(await service.print(job('two'))).toBe(true)
  await eventually(() => expect(printedRows(device.paper())).toEqual(['Receipt two']))
})

test('of two printers, one prints receipts and one has the drawer, and the other takes over when one is removed', async () => {
  const first = await add({ drawer: true })
  const second = await add({ name: 'Kitchen', drawer: true, each_sale: true })
  expect(listed().printers.map(({ drawer }) => drawer)).toEqual([false, true])
  expect((await service.choose(second)).ok).toBe(true)
  expect(listed().default_id).toBe(second)
  expect((await service.remove(second)).ok).toBe(true)
  expect(listed()).toMatchObject({ default_id: first, printers: [{ id: first }] })
  expect((await service.choose(second)).ok).toBe(false)
})

test('the receipt of each sale is printed on the printers set up for it, and is made only if there is one', async () => {
  await add()
  expect(service.eachSale()).toBeNull()
  await add({ name: 'Kitchen', each_sale: true })
  await service.eachSale()?.(job('one'))
  await eventually(() => expect(printedRows(device.paper())).toEqual(['Receipt one']))
})

test('a printer of the system can be listed, set up and tested, and cannot have a drawer', async () => {
  const address = { kind: 'system' as const, queue: 'Receipts' }
  expect(await service.ofSystem()).toEqual({
    ok: true,
    value: [{ queue: 'Receipts', name: 'Front counter' }],
  })
  expect(await service.save(fields({ address, drawer: true }))).toMatchObject({
    error: { code: 'payload_invalid', message: 'drawer: a system printer cannot open one' },
  })
  const id = await add({ address })
  expect(await service.test(id)).toEqual({
    ok: true,
    value: { outcome: 'printed', trouble: null, reports: 'queue' },
  })
  expect(await service.print(job('one'))).toBe(true)
  await eventually(() => expect(status?.waiting).toEqual([]))
})

describe('a test page', () => {
  test.each([
    ['all', 'end'],
    ['status', 'status'],
    ['nothing', 'nothing'],
  ] as const)('a test page detects that a printer which answers %s reports: %s', async (answers, reports) => {
    await device.unplug()
    device = await startTcpPrinter(answers)
    const id = await add()
    expect(await service.test(id)).toEqual({
      ok: true,
      value: { outcome: 'printed', trouble: null, reports },
    })
    expect(listed().printers[0]?.reports).toBe(reports)
    await eventually(() => expect(printedRows(device.paper())).toContain('éèêç ÉÀÇ œ ñÑ áíóú ¿? ¡! € £ $'))
    expect(decodePrinted(device.paper())).toContainEqual(
      expect.objectContaining({ kind: 'barcode', text: 'TEST1234' }),
    )
  })

  test('without paper, no test page is printed, and the previous result stays', async () => {
    const id = await add()
    await service.test(id)
    device.state = 'paper_out'
    expect(await service.test(id)).toMatchObject({
      value: { outcome: 'not_printed', trouble: 'paper_out', reports: 'end' },
    })
    // Another device is tested again.
    await service.save(fields({ id, language: 'star-prnt' }))
    expect(listed().printers[0]?.reports).toBe('nothing')
  })

  test('a test page reports that the printer does not answer', async () => {
    const id = await add()
    await device.unplug()
    expect(await service.test(id)).toMatchObject({
      value: { outcome: 'not_printed', trouble: 'unreachable' },
    })
  })
})

describe('the cash drawer', () => {
  test('the drawer opens at its printer', async () => {
    await add({ drawer: true })
    expect(await service.openDrawer()).toEqual({ ok: true, value: null })
    await eventually(() => expect(kicks()).toBe(1))
    expect(status).toMatchObject({ drawer_stuck: false })
  })

  test('the drawer opens at once while a receipt waits for paper in that printer', async () => {
    const id = await add({ drawer: true })
    await service.test(id)
    device.paperLeft = 10
    await service.print(job('one'))
    await eventually(() =>
      expect(status?.waiting).toMatchObject([{ state: 'printing', trouble: 'paper_out' }]),
    )
    expect(await service.openDrawer()).toEqual({ ok: true, value: null })
    await eventually(() => expect(device.kicksAtOnce).toBe(1))
    device.mend()
    await eventually(() => expect(status?.waiting).toEqual([]))
  })

  test('the drawer opens at once at a printer without paper, and not again with the next roll', async () => {
    const id = await add({ drawer: true })
    await service.test(id)
    device.state = 'paper_out'
    const before = kicks()
    expect(await service.openDrawer()).toEqual({ ok: true, value: null })
    await eventually(() => expect(device.kicksAtOnce).toBe(1))
    device.mend()
    await service.print(job('one'))
    await eventually(() => expect(printedRows(device.paper())).toContain('Receipt one'))
    expect(kicks()).toBe(before)
  })

  test('the drawer also opens while a slow printer is closing the connection of the last receipt', async () => {
    const slow = createFakePrinter()
    const ended: Socket[] = []
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('data', (bytes) => slow.receive(bytes, (answer) => socket.write(answer)))
      socket.on('error', () => undefined)
      socket.on('end', () => ended.push(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await add({ drawer: true, address: { kind: 'tcp', host: '127.0.0.1', port } })
    await service.print(job('one'))
    await eventually(() => expect(ended).toHaveLength(1))
    const opened = service.openDrawer()
    ended[0]?.end()
    // The call resolves while the drawer's own connection is still open on the printer's side.
    expect(await opened).toEqual({ ok: true, value: null })
    await eventually(() => expect(ended).toHaveLength(2))
    expect(decodePrinted(slow.paper()).filter(({ kind }) => kind === 'kick')).toHaveLength(1)
    ended[1]?.end()
    server.close()
  })

  test('a drawer that did not open is reported until acknowledged, and does not open later', async () => {
    await add({ drawer: true })
    await device.unplug()
    expect((await service.openDrawer())?.ok).toBe(false)
    expect(status).toMatchObject({ drawer_stuck: true })
    service.drawerSeen()
    expect(status).toMatchObject({ drawer_stuck: false })
    await device.plug()
    await service.print(job('one'))
    await eventually(() => expect(printedRows(device.paper())).toEqual(['Receipt one']))
    expect(kicks()).toBe(0)
  })
})
