import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openSerialPort } from '../../../../src-main/devices/open-serial-port.ts'
import { plugCable, type SerialCable } from '../../../support/serial-cable.ts'

let cable: SerialCable
let sender: ChildProcess
afterEach(async () => {
  sender.kill('SIGKILL')
  await cable.remove()
})

// Several rounds: only a cable that is pulled between two waits for bytes showed the fault.
test.each([1, 2, 3, 4, 5])(
  'a device that is unplugged while it sends closes its port (round %i)',
  async () => {
    cable = await plugCable()
    const port = await openSerialPort(cable.counterEnd, 115_200)
    const closed = new Promise<string>((resolve) => port.once('close', () => resolve('closed')))
    const receiving = new Promise<void>((resolve) => port.once('data', () => resolve()))
    port.resume()
    sender = spawn('sh', ['-c', 'while :; do printf 0123456789; done > "$1"', 'sender', cable.terminalEnd])
    await receiving
    await cable.unplug()
    expect(await Promise.race([closed, delay(5_000, 'not noticed', { ref: false })])).toBe('closed')
  },
)
