import { describe, expect, test } from 'vitest'
import type { Log } from '../../../../../src-service/log.ts'
import { throttleWarnings } from '../../../../../src-service/terminals/link/throttled-log.ts'
import { silentLog } from '../../../../support/silent-log.ts'
import { openCounter, until } from '../terminals-harness.ts'

function recording() {
  const lines: { readonly fields: object; readonly message: string }[] = []
  const log: Log = { ...silentLog, warn: (fields, message) => void lines.push({ fields, message }) }
  return { log, lines }
}

/** Timers that are fired by the test. */
function manualTimers() {
  const tasks = new Set<() => void>()
  return {
    timer: (_: number, task: () => void) => {
      tasks.add(task)
      return () => void tasks.delete(task)
    },
    fire() {
      const due = [...tasks]
      tasks.clear()
      for (const task of due) task()
    },
  }
}

describe('warnings caused by unauthenticated clients', () => {
  test('warnings caused by unauthenticated clients are logged ten times in a window, and then counted', () => {
    const { log, lines } = recording()
    const timers = manualTimers()
    const throttled = throttleWarnings(log, timers.timer)
    for (let index = 0; index < 5_000; index += 1) throttled.warn({ index }, 'terminal.link_refused')
    throttled.warn({}, 'terminal.link_failed')
    expect(lines.filter(({ message }) => message === 'terminal.link_refused')).toHaveLength(10)
    expect(lines.filter(({ message }) => message === 'terminal.link_failed')).toHaveLength(1)
    timers.fire()
    expect(lines.at(-1)).toEqual({
      fields: { left_out: 4_990, window_ms: 60_000 },
      message: 'terminal.link_refused',
    })
    throttled.warn({ index: 'next' }, 'terminal.link_refused')
    expect(lines.at(-1)?.fields).toEqual({ index: 'next' })
  })

  test('warnings caused by refused hellos do not increase with their number', async () => {
    const counter = await openCounter()
    const { log, lines } = recording()
    Object.assign(counter.services.log, { warn: log.warn })
    for (let attempt = 0; attempt < 200; attempt += 1) {
      let closed = false
      counter.module.context.links.accept({
        send() {},
        onMessage: (listener) => listener({ type: 'hello', junk: attempt }),
        onClose() {},
        allow() {},
        close: () => {
          closed = true
        },
      })
      await until(() => closed, 'the refusal')
    }
    expect(lines.length).toBe(10)
  })
})
