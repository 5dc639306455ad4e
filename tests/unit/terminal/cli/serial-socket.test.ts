import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSerialFrames } from '../../../../src-terminal/cli/serial-frames.ts'
import { openSerialSocket } from '../../../../src-terminal/cli/serial-socket.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'

let cable: SerialCable
beforeEach(async () => {
  cable = await plugCable()
})
afterEach(() => cable.remove())

test('a terminal whose second dial crossed with the answer to its first beats for the link that replaced the first', async () => {
  const received: unknown[] = []
  const counter = openSerialFrames({
    path: cable.counterEnd,
    onOpen: () => undefined,
    onFrame: (_, value) => received.push(value),
    onEnd: () => undefined,
  })
  const terminal = openSerialSocket(cable.terminalEnd)
  await expect.poll(() => received).toContainEqual({ type: 'dial' })
  for (const link of ['first', 'second']) counter.send(JSON.stringify({ type: 'open', link }))
  await expect
    .poll(() => received, { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ type: 'beat' }))
  terminal.close()
  counter.close()
  expect(received.filter((frame) => Reflect.get(Object(frame), 'type') === 'beat')).toEqual([
    { type: 'beat', link: 'second' },
  ])
})
