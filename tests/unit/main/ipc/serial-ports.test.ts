import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CommandContext } from '../../../../src-main/ipc/command-context.ts'
import { posHandlers } from '../../../../src-main/ipc/command-handlers.ts'
import { ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const printer = { id: 'prn_1', address: { kind: 'serial', path: '/dev/ttyS2', baud: 9_600 } }
const taken = { ok: false, error: { code: 'port_taken' } }

/** A counter with a terminal, a scanner and a printer, each on its own port. */
function setUp(terminal = '/dev/ttyS0') {
  const done: string[] = []
  const handlers = posHandlers({
    staff: {},
    settings: {},
    areas: {
      installer: {
        devices: async () => ({
          carried: () => [terminal],
          carry: async (path: string) => void done.push(`terminal ${path}`),
        }),
      },
    },
    printing: {
      service: async () => ({
        list: () => ok({ printers: [printer], default_id: null }),
        save: async ({ address }: { address: { path: string } }) => {
          done.push(`printer ${address.path}`)
          return ok({ id: 'prn_1' })
        },
      }),
    },
    peripherals: {
      service: async () => ({
        list: () => ok({ scanner: { port: { path: '/dev/ttyS1' } }, pole_display: { port: null } }),
        setUp: async ({ kind, port }: { kind: string; port: { path: string } | null }) => {
          done.push(`${kind} ${port?.path}`)
          return ok(null)
        },
      }),
    },
  } as unknown as CommandContext)
  const use = (kind: 'scanner' | 'pole_display', path: string) =>
    handlers['peripherals.set_up']({ kind, port: { path, baud: 9_600 } })
  const save = (id: string | null, path: string) =>
    handlers['printers.save']({
      id,
      name: 'Counter',
      address: { kind: 'serial', path, baud: 9_600 },
      language: 'esc-pos',
      columns: 48,
      letters: 'epson',
      cuts: true,
      drawer: false,
      each_sale: false,
    })
  return { handlers, use, save, done }
}

test('a serial port in use by a terminal, a scanner or a printer is refused to other devices', async () => {
  const { handlers, use, save, done } = setUp()
  expect(await use('scanner', '/dev/ttyS0')).toMatchObject(taken)
  expect(await use('pole_display', '/dev/ttyS1')).toMatchObject(taken)
  expect(await use('pole_display', '/dev/ttyS2')).toMatchObject(taken)
  expect(await save(null, '/dev/ttyS0')).toMatchObject(taken)
  expect(await save('prn_1', '/dev/ttyS1')).toMatchObject(taken)
  expect(await save(null, '/dev/ttyS2')).toMatchObject(taken)
  expect(await handlers['devices.carry']({ path: '/dev/ttyS1', carried: true })).toMatchObject(taken)
  expect(done).toEqual([])
})

test('a device keeps its port, may take a free one, and can always be removed', async () => {
  const { handlers, use, save, done } = setUp()
  await use('scanner', '/dev/ttyS1')
  await use('pole_display', '/dev/ttyS3')
  await save('prn_1', '/dev/ttyS2')
  await handlers['devices.carry']({ path: '/dev/ttyS1', carried: false })
  await handlers['peripherals.set_up']({ kind: 'scanner', port: null })
  expect(done).toEqual([
    'scanner /dev/ttyS1',
    'pole_display /dev/ttyS3',
    'printer /dev/ttyS2',
    'terminal /dev/ttyS1',
    'scanner undefined',
  ])
})

test('a port is recognised by its other name', async () => {
  const folder = await temporaryFolder('serial-ports')
  await writeFile(join(folder, 'ttyUSB0'), '')
  await symlink(join(folder, 'ttyUSB0'), join(folder, 'by-id'))
  const { use } = setUp(join(folder, 'ttyUSB0'))
  expect(await use('scanner', join(folder, 'by-id'))).toMatchObject(taken)
})

test.each(['COM3', 'com3', '\\\\.\\COM3'])(
  'a port of Windows is in use by any of its names (%s)',
  async (name) => {
    expect(await setUp('COM3').save('prn_1', name)).toMatchObject(taken)
    expect(await setUp(name).use('scanner', 'COM3')).toMatchObject(taken)
    expect(await setUp(name).use('scanner', 'COM33')).toMatchObject({ ok: true })
  },
)
