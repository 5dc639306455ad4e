import { expect, test, vi } from 'vitest'

vi.mock('electron', () => ({ app: {}, BrowserWindow: class {}, nativeTheme: {} }))
const { whenShown } = await import('../../../../src-main/windows/pos-window.ts')

const followed = (promise: Promise<void>) => {
  const state = { done: false }
  void promise.then(() => {
    state.done = true
  })
  return state
}
const never = new Promise<void>(() => undefined)

test('a page is shown once it has loaded and its first request was answered', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const shown = followed(whenShown(Promise.resolve(), answered))
  await new Promise(setImmediate)
  expect(shown.done).toBe(false)
  answer()
  await expect.poll(() => shown.done).toBe(true)
  expect(followed(whenShown(never, answered)).done).toBe(false)
})

test('a page that sends no request is shown after two seconds', async () => {
  vi.useFakeTimers()
  const shown = followed(whenShown(Promise.resolve(), never))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(shown.done).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(shown.done).toBe(true)
})
