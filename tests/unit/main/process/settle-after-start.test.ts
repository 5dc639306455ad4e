import { syncBuiltinESMExports } from 'node:module'
import vm from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { settleAfterStart } from '../../../../src-main/process/settle-after-start.ts'
import { createLastInput } from '../../../../src-main/staff/person-input.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('memory used only at the start is released when nobody is typing', () => {
  vi.useFakeTimers()
  const collected = vi.fn()
  vi.spyOn(vm, 'runInNewContext').mockReturnValue(collected)
  syncBuiltinESMExports()
  // Typing uses about 10 ms of a second.
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: Date.now() * 10, system: 0 }))
  const input = createLastInput(() => Date.now())
  settleAfterStart(() => false, input)
  for (let keys = 0; keys < 30; keys += 1) {
    input.noticed()
    vi.advanceTimersByTime(700)
  }
  expect(collected).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(collected).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
