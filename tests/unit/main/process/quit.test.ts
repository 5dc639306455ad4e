import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quitCleanly } from '../../../../src-main/process/quit.ts'

function setUp(isHeld = () => false) {
  const app = Object.assign(new EventEmitter(), {
    quits: 0,
    quit() {
      app.quits += 1
    },
  })
  const window = new EventEmitter()
  let stops = 0
  let stopped = (): void => undefined
  let ends = 0
  const stopAll = () => {
    stops += 1
    return new Promise<void>((resolve) => {
      stopped = resolve
    })
  }
  const end = () => {
    ends += 1
  }
  quitCleanly(app as never, window as never, stopAll, { isHeld, end })
  const quit = () => {
    let isPrevented = false
    app.emit('will-quit', {
      preventDefault() {
        isPrevented = true
      },
    })
    return isPrevented
  }
  return { app, window, quit, stops: () => stops, ends: () => ends, stopped: () => stopped() }
}

test('the app quits once everything has stopped', async () => {
  const { app, quit, stops, stopped } = setUp()
  expect(quit()).toBe(true)
  expect(quit()).toBe(true)
  expect([stops(), app.quits]).toEqual([1, 0])
  stopped()
  await expect.poll(() => app.quits).toBe(1)
  expect(quit()).toBe(false)
})

test('when Windows signs its user out, everything is stopped at once, and only once', async () => {
  const { app, window, quit, stops, stopped } = setUp()
  window.emit('session-end')
  expect(stops()).toBe(1)
  expect(quit()).toBe(true)
  expect(stops()).toBe(1)
  stopped()
  await expect.poll(() => app.quits).toBe(1)
})

test('a call into the system that ends soon is waited for, and the app ends in the usual way', async () => {
  let isHeld = true
  const { app, quit, stopped, ends } = setUp(() => isHeld)
  quit()
  stopped()
  await delay(100)
  expect(app.quits).toBe(0)
  isHeld = false
  await expect.poll(() => app.quits).toBe(1)
  expect([quit(), ends()]).toEqual([false, 0])
})

test('a process that a hanging device would keep is ended once everything has stopped', async () => {
  const { app, quit, stopped, ends } = setUp(() => true)
  quit()
  stopped()
  await expect.poll(() => app.quits, { timeout: 5_000 }).toBe(1)
  expect(ends()).toBe(0)
  expect([quit(), ends()]).toEqual([false, 1])
})
