import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { quitCleanly } from '../../../src-main/quit.ts'

function setUp() {
  const app = Object.assign(new EventEmitter(), {
    quits: 0,
    quit() {
      app.quits += 1
    },
  })
  const window = new EventEmitter()
  let stops = 0
  let stopped = (): void => undefined
  quitCleanly(app as never, window as never, () => {
    stops += 1
    return new Promise((resolve) => {
      stopped = resolve
    })
  })
  const quit = () => {
    let isPrevented = false
    app.emit('will-quit', {
      preventDefault() {
        isPrevented = true
      },
    })
    return isPrevented
  }
  return { app, window, quit, stops: () => stops, stopped: () => stopped() }
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
