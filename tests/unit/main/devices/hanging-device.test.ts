import { SerialPort } from 'serialport'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { driverCalls } from '../../../../src-main/devices/driver-calls.ts'
import { keepPort } from '../../../../src-main/devices/kept-port.ts'
import { openSerialPort } from '../../../../src-main/devices/open-serial-port.ts'
import { quietLog } from '../support/service.ts'

type Opened = (error: Error | null) => void

/** A driver whose devices hang: what opens their ports is not answered before `goOn`. */
let waiting: Opened[] = []
const hang = () =>
  vi.spyOn(SerialPort.prototype, 'open').mockImplementation((opened) => {
    if (opened !== undefined) waiting.push(opened)
  })
const goOn = () => {
  for (const opened of waiting) opened(new Error('no such device'))
  waiting = []
}
/** Calls that tests of other files, whose devices hang as well, have left. */
let others = 0
const calls = () => driverCalls() - others
beforeEach(() => {
  others = driverCalls()
})
afterEach(async () => {
  goOn()
  vi.restoreAllMocks()
  await vi.waitFor(() => expect(calls()).toBeLessThanOrEqual(0))
})

const open = (path: string) => openSerialPort(path, 9_600, 20)

test('a port whose device hangs is given up, and tried again only after the device has gone on', async () => {
  const tries = hang()
  await expect(open('/dev/hanging')).rejects.toThrow('does not answer')
  for (let round = 0; round < 5; round += 1) await expect(open('/dev/hanging')).rejects.toThrow('hangs')
  expect([tries.mock.calls.length, calls()]).toEqual([1, 1])
  goOn()
  await vi.waitFor(() => expect(calls()).toBeLessThanOrEqual(0))
  await expect(open('/dev/hanging')).rejects.toThrow('does not answer')
  expect(tries).toHaveBeenCalledTimes(2)
})

test('however many devices hang, two of the threads for files are left', async () => {
  const tries = hang()
  for (let number = 1; number <= 5; number += 1) await expect(open(`/dev/hanging${number}`)).rejects.toThrow()
  expect(tries).toHaveBeenCalledTimes(2)
})

test('a scanner that hangs does not hold up its removal, or the closing of the app', async () => {
  hang()
  const port = keepPort(
    { path: '/dev/hanging', baud: 9_600 },
    { bytes: () => undefined, open: () => undefined },
    quietLog,
  )
  await vi.waitFor(() => expect(calls()).toBe(1))
  const since = performance.now()
  await port.stop()
  expect(performance.now() - since).toBeLessThan(30_000)
})
