import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run, useCommandStore } from '../../../../src-renderer/stores/command-store.ts'
import type { PosBridge } from '../../../../src-shared/pos/bridge.ts'
import type { PosResult } from '../../../../src-shared/pos/commands.ts'

type ChargeResult = PosResult<'sale.charge'>
const payload = { amount: 1234, entry: 'card', note: '' } as const
const charge = vi.fn<PosBridge['commands']['sale.charge']>()

beforeEach(() => {
  charge.mockReset()
  useCommandStore.setState({ running: [], refusal: null, away: null, done: null })
  vi.stubGlobal('window', { countertop: { commands: { 'sale.charge': charge } } })
})
afterEach(() => vi.unstubAllGlobals())

describe('a command to main', () => {
  test('a command is sent once while it is unanswered, however often the button is pressed', async () => {
    let answer: (result: ChargeResult) => void = () => {}
    charge.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const first = run('sale.charge', payload)
    await run('sale.charge', payload)
    expect(charge).toHaveBeenCalledExactlyOnceWith(payload)
    expect(useCommandStore.getState().running).toEqual(['sale.charge'])
    answer({ ok: true, value: null })
    await first
    expect(useCommandStore.getState()).toMatchObject({ running: [], refusal: null, away: null })
  })

  test('a refused command reports its refusal', async () => {
    charge.mockResolvedValue({ ok: false, error: { code: 'not_now', message: '' } })
    await run('sale.charge', payload)
    expect(useCommandStore.getState().refusal).toBe('not_now')
  })

  test('the second press of a double press is refused after the first is done, and no refusal is shown', async () => {
    charge.mockResolvedValueOnce({ ok: true, value: null })
    charge.mockResolvedValue({ ok: false, error: { code: 'not_now', message: '' } })
    await run('sale.charge', payload)
    expect(await run('sale.charge', payload)).toBe('not_now')
    expect(useCommandStore.getState().refusal).toBeNull()
    // A press with another payload, or a later press, shows its refusal.
    await run('sale.charge', { ...payload, amount: 500 })
    expect(useCommandStore.getState().refusal).toBe('not_now')
    useCommandStore.setState(({ done }) => ({ done: done && { ...done, at: done.at - 2_000 } }))
    await run('sale.charge', payload)
    expect(useCommandStore.getState().refusal).toBe('not_now')
  })

  test('the second press of a double press that fails for another reason shows it', async () => {
    charge.mockResolvedValueOnce({ ok: true, value: null })
    charge.mockResolvedValue({ ok: false, error: { code: 'failed', message: '' } })
    await run('sale.charge', payload)
    await run('sale.charge', payload)
    expect(useCommandStore.getState().refusal).toBe('failed')
  })

  test('the payload of a command is forgotten after one second, since it may contain a PIN', async () => {
    vi.useFakeTimers()
    charge.mockResolvedValue({ ok: true, value: null })
    await run('sale.charge', payload)
    expect(useCommandStore.getState().done).not.toBeNull()
    vi.advanceTimersByTime(1_000)
    expect(useCommandStore.getState().done).toBeNull()
    vi.useRealTimers()
  })

  test('a command that fails on its way to main is a failure, not an exception', async () => {
    charge.mockRejectedValue(new Error('the channel is closed'))
    await run('sale.charge', payload)
    expect(useCommandStore.getState()).toMatchObject({ running: [], refusal: 'failed', away: null })
  })

  test('a command clears the previous refusal', async () => {
    useCommandStore.setState({ refusal: 'not_now' })
    charge.mockResolvedValue({ ok: true, value: null })
    await run('sale.charge', payload)
    expect(useCommandStore.getState().refusal).toBeNull()
  })
})
