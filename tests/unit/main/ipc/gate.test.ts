import type { IpcMain } from 'electron'
import { expect, test } from 'vitest'
import { createAnswerer, type PosHandlers } from '../../../../src-main/ipc/answerer.ts'
import { openCommandGate } from '../../../../src-main/ipc/gate.ts'
import { posCommands } from '../../../../src-shared/pos/commands.ts'
import { ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'

const pos = { senderFrame: { url: 'app://pos/index.html', origin: 'app://pos', parent: null } }

function setUp(broken = false) {
  const channels = new Map<string, (event: unknown, payload: unknown) => unknown>()
  const ran: unknown[] = []
  const handlers = Object.fromEntries(
    Object.keys(posCommands).map((name) => [
      name,
      (payload: unknown) => {
        if (broken) throw new Error('secret detail')
        ran.push([name, payload])
        return ok(null)
      },
    ]),
  ) as unknown as PosHandlers
  const ipcMain = { handle: (channel: string, handle: never) => void channels.set(channel, handle) }
  const answerer = Promise.resolve(createAnswerer(handlers, quietLog))
  openCommandGate(ipcMain as unknown as IpcMain, answerer, quietLog)
  return {
    channels,
    ran,
    send: (channel: string, payload?: unknown, sender: unknown = pos) =>
      channels.get(channel)?.(sender, payload),
  }
}

test('each command of the contract has its channel, and there is no other', () => {
  const { channels } = setUp()
  expect([...channels.keys()].sort()).toEqual(
    Object.keys(posCommands)
      .map((name) => `pos:${name}`)
      .sort(),
  )
})

test('a message of another page runs nothing', async () => {
  const { send, ran } = setUp()
  const stranger = { senderFrame: { url: 'app://terminal/', origin: 'app://terminal', parent: null } }
  expect(await send('pos:sale.finish', undefined, stranger)).toMatchObject({
    ok: false,
    error: { code: 'not_available' },
  })
  expect(ran).toEqual([])
})

test('a payload that is not of the contract runs nothing', async () => {
  const { send, ran } = setUp()
  const wrong: readonly (readonly [string, unknown])[] = [
    ['pos:sale.charge', undefined],
    ['pos:sale.charge', { amount: 0, entry: 'card', note: '' }],
    ['pos:sale.charge', { amount: 12.5, entry: 'card', note: '' }],
    ['pos:sale.charge', { amount: 2 ** 53, entry: 'card', note: '' }],
    ['pos:sale.charge', { amount: 100, entry: 'cash', note: '' }],
    ['pos:sale.charge', { amount: 100, entry: 'card', note: 'x'.repeat(201) }],
    ['pos:sale.charge', { amount: 100, entry: 'card', note: '', extra: 1 }],
    ['pos:sale.sign', { signature: 'data:text/html;base64,AA==' }],
    ['pos:sale.decide', { choice: 'both' }],
    ['pos:sale.finish', {}],
    ['pos:terminal.connect', { force: 'true' }],
    ['pos:settings.update', { tip_presets: [1, 2, 3, 4] }],
  ]
  for (const [channel, payload] of wrong) {
    expect(await send(channel, payload)).toMatchObject({ ok: false, error: { code: 'payload_invalid' } })
  }
  expect(ran).toEqual([])
})

test('a fault of ours is told without its inside', async () => {
  const answer = await setUp(true).send('pos:sale.finish')
  expect(answer).toMatchObject({ ok: false, error: { code: 'failed' } })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('a page that asks before main has loaded waits for its answer', async () => {
  const channels = new Map<string, (event: unknown, payload: unknown) => Promise<unknown>>()
  const ipcMain = { handle: (channel: string, handle: never) => void channels.set(channel, handle) }
  let load: (answer: () => Promise<string>) => void = () => undefined
  const answerer = new Promise<() => Promise<string>>((resolve) => {
    load = resolve
  })
  openCommandGate(ipcMain as unknown as IpcMain, answerer, quietLog)
  let answer: unknown = 'none yet'
  const asked = channels
    .get('pos:snapshot.get')?.(pos, undefined)
    .then((given) => {
      answer = given
    })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(answer).toBe('none yet')
  load(async () => 'the snapshot')
  await asked
  expect(answer).toBe('the snapshot')
})
