import type { IpcMain } from 'electron'
import { expect, test } from 'vitest'
import type { CommandAnswerer } from '../../../../src-main/ipc/command-answerer.ts'
import { openCommandGate } from '../../../../src-main/ipc/command-gate.ts'
import { posCommands } from '../../../../src-shared/pos/commands.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'

const pos = { senderFrame: { url: 'app://pos/index.html', origin: 'app://pos', parent: null } }

function openGate(answerer: Promise<CommandAnswerer>) {
  const channels = new Map<string, (event: unknown, payload: unknown) => Promise<unknown>>()
  const ipcMain = { handle: (channel: string, handle: never) => void channels.set(channel, handle) }
  const { firstAnswer } = openCommandGate(ipcMain as unknown as IpcMain, answerer, quietLog)
  return {
    firstAnswer,
    channels,
    send: (channel: string, sender: unknown = pos) => channels.get(channel)?.(sender, undefined),
  }
}

test('each command of the contract has a channel, and there are no other channels', () => {
  const { channels } = openGate(Promise.resolve(async () => ok(null)))
  expect([...channels.keys()]).toEqual(Object.keys(posCommands).map((name) => `pos:${name}`))
})

test('a message from another page runs nothing', async () => {
  const ran: string[] = []
  const { send } = openGate(
    Promise.resolve(async (name) => {
      ran.push(name)
      return ok(null)
    }),
  )
  const stranger = { senderFrame: { url: 'app://terminal/', origin: 'app://terminal', parent: null } }
  expect(await send('pos:sale.finish', stranger)).toMatchObject({
    ok: false,
    error: { code: 'not_available' },
  })
  expect(ran).toEqual([])
  expect(await send('pos:sale.finish')).toEqual(ok(null))
  expect(ran).toEqual(['sale.finish'])
})

test('a command sent before main has loaded waits for its answer', async () => {
  let load: (answerer: CommandAnswerer) => void = () => undefined
  const { send } = openGate(
    new Promise((resolve) => {
      load = resolve
    }),
  )
  let answer: unknown = 'none yet'
  const asked = send('pos:snapshot.get')?.then((given) => {
    answer = given
  })
  await new Promise(setImmediate)
  expect(answer).toBe('none yet')
  load(async () => ok('the snapshot'))
  await asked
  expect(answer).toEqual(ok('the snapshot'))
})

test('the first answer is reported, also when it is a refusal, but not an answer to another page', async () => {
  const { send, firstAnswer } = openGate(
    Promise.resolve(async () => err({ code: 'not_available', message: 'not now' })),
  )
  let answered = false
  void firstAnswer.then(() => {
    answered = true
  })
  await send('pos:snapshot.get', { senderFrame: { origin: 'app://terminal', parent: null } })
  await new Promise(setImmediate)
  expect(answered).toBe(false)
  await send('pos:snapshot.get')
  await firstAnswer
})
