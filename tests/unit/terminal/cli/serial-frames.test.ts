import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSerialFrames } from '../../../../src-terminal/cli/serial-frames.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'

let cable: SerialCable
beforeEach(async () => {
  cable = await plugCable()
})
afterEach(() => cable.remove())

/** Opens the line, closes it at once, and waits for the end. @returns why it ended */
const openAndClose = () =>
  new Promise<string>((resolve) => {
    const frames = openSerialFrames({
      path: cable.terminalEnd,
      onOpen: () => frames.close(),
      onFrame: () => undefined,
      onEnd: resolve,
    })
  })

test('a line that has ended can be opened again at once', async () => {
  for (let round = 0; round < 200; round += 1) expect(await openAndClose()).toBe('The line was closed')
})
