import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { mendSerialPort } from '../../../src-shared/mend-serial-port.ts'

/** A port whose reads have the given results, one after the other. */
function openPort(results: readonly (number | Error)[]) {
  const port = {
    fd: 3 as number | null,
    poller: new EventEmitter(),
    read: async (buffer: Uint8Array, _offset: number, _length: number) => ({ buffer, bytesRead: -1 }),
  }
  let reads = 0
  let wakes = 0
  mendSerialPort(port, {
    async read() {
      const result = results[reads]
      reads += 1
      if (typeof result !== 'number') throw result
      return { bytesRead: result }
    },
    soon: () => {
      wakes += 1
    },
  })
  return { port, read: () => port.read(new Uint8Array(8), 0, 8), reads: () => reads, wakes: () => wakes }
}
const nothingYet = Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' })

test('bytes are waited for, and their arrival wakes the process', async () => {
  const { port, read, reads, wakes } = openPort([nothingYet, 5])
  const answer = read()
  await expect.poll(() => port.poller.listenerCount('readable')).toBe(2)
  expect(reads()).toBe(1)
  port.poller.emit('readable', null)
  expect(await answer).toMatchObject({ bytesRead: 5 })
  expect(wakes()).toBe(1)
})

test('no bytes at all, and any other error of the system, fail the read', async () => {
  await expect(openPort([0]).read()).rejects.toThrow('unplugged')
  await expect(openPort([new Error('EIO')]).read()).rejects.toThrow('EIO')
  const { port, read } = openPort([nothingYet])
  const answer = read()
  await expect.poll(() => port.poller.listenerCount('readable')).toBe(2)
  port.poller.emit('readable', new Error('EBADF'))
  await expect(answer).rejects.toThrow('EBADF')
})

test('a port that was closed during a read is not waited for, and not reported as lost', async () => {
  const { port, read } = openPort([nothingYet])
  const answer = read()
  port.fd = null
  await expect(answer).rejects.toMatchObject({ canceled: true })
  expect(port.poller.listenerCount('readable')).toBe(1)
})

test('a serial port of Windows is not changed', () => {
  const port = { isOpen: true }
  mendSerialPort(port, { read: async () => ({ bytesRead: 1 }), soon: () => undefined })
  expect(port).toEqual({ isOpen: true })
})
