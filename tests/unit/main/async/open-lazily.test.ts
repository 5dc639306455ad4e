import { expect, test, vi } from 'vitest'
import { openLazily } from '../../../../src-main/async/open-lazily.ts'

test('a lazy area is opened once, however many callers ask for it', async () => {
  const open = vi.fn(async (name: string) => ({ name }))
  const lazy = openLazily(open)
  expect(await lazy.settled()).toBeNull()
  expect(open).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([lazy.open('first'), lazy.open('second')])
  expect(one).toBe(other)
  expect(await lazy.settled()).toBe(one)
  expect(open).toHaveBeenCalledExactlyOnceWith('first')
})

test('a failed attempt to open is not kept', async () => {
  const open = vi.fn().mockRejectedValueOnce(new Error('no disk')).mockResolvedValueOnce('open')
  const lazy = openLazily(open)
  const failing = lazy.open()
  expect(await lazy.settled()).toBeNull()
  await expect(failing).rejects.toThrow('no disk')
  expect(await lazy.open()).toBe('open')
})

test('a lazy area that has ended cannot be opened, and an open one is returned for closing', async () => {
  const open = vi.fn(async (name: string) => ({ name }))
  const never = openLazily(open)
  expect(await never.end()).toBeNull()
  await expect(never.open('late')).rejects.toThrow('does not open again')
  expect(open).not.toHaveBeenCalled()
  const opened = openLazily(open)
  const first = opened.open('first')
  expect(await opened.end()).toBe(await first)
  expect(await opened.open('second')).toBe(await first)
})
