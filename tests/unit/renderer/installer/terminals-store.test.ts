import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  forgetTerminals,
  list,
  showView,
  stopDiagnostic,
  tryOperation,
  useTerminalsStore,
} from '../../../../src-renderer/installer/terminals-store.ts'
import type { PosBridge } from '../../../../src-shared/pos/bridge.ts'
import type { PosResult } from '../../../../src-shared/pos/commands.ts'
import type { DiagnosticResult } from '../../../../src-shared/pos/terminals/installer.ts'

const listTerminals = vi.fn<PosBridge['commands']['terminals.list']>()
const tryTerminal = vi.fn<PosBridge['commands']['terminals.try']>()
const stopTry = vi.fn<PosBridge['commands']['terminals.stop_try']>()
const state = () => useTerminalsStore.getState()

const worked: DiagnosticResult = {
  operation: 'get_pan_pad_version',
  hsn: 'VT-1',
  ok: true,
  facts: [{ name: 'version', kind: 'text', value: '2.4.0' }],
  signature: null,
  took_ms: 40,
}

beforeEach(() => {
  for (const mock of [listTerminals, tryTerminal, stopTry]) mock.mockReset()
  listTerminals.mockResolvedValue({ ok: true, value: [] })
  stopTry.mockResolvedValue({ ok: true, value: null })
  forgetTerminals()
  vi.stubGlobal('window', {
    countertop: {
      commands: {
        'terminals.list': listTerminals,
        'terminals.try': tryTerminal,
        'terminals.stop_try': stopTry,
      },
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the list of terminals', () => {
  test('the list of terminals keeps its rows when a new look-up fails', async () => {
    await list()
    listTerminals.mockResolvedValueOnce({ ok: false, error: { code: 'failed', message: '' } })
    await list()
    expect(state()).toMatchObject({ terminals: [], listFailed: 'failed', listing: false })
  })
})

describe('a diagnostic', () => {
  test('only one diagnostic runs at a time, since the terminal has one screen', async () => {
    let answer: (result: PosResult<'terminals.try'>) => void = () => {}
    tryTerminal.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const first = tryOperation('VT-1', 'get_pan_pad_version', {})
    await tryOperation('VT-1', 'ping', {})
    expect(tryTerminal).toHaveBeenCalledOnce()
    expect(state().diagnostic).toMatchObject({ operation: 'get_pan_pad_version', running: true })
    answer({ ok: true, value: worked })
    await first
    expect(state().diagnostic).toMatchObject({ running: false, result: worked, failed: null })
  })

  test('what a diagnostic reports is shown on the terminal’s page', async () => {
    tryTerminal.mockResolvedValueOnce({ ok: true, value: worked })
    await tryOperation('VT-1', 'get_pan_pad_version', {})
    tryTerminal.mockResolvedValueOnce({
      ok: true,
      value: {
        ...worked,
        operation: 'date_time',
        facts: [{ name: 'clock_offset', kind: 'ms', value: '-120' }],
      },
    })
    await tryOperation('VT-1', 'date_time', {})
    expect(state().learned).toEqual({
      'VT-1': {
        version: { name: 'version', kind: 'text', value: '2.4.0' },
        clock_offset: { name: 'clock_offset', kind: 'ms', value: '-120' },
      },
    })
  })

  test('a diagnostic that main refused shows why', async () => {
    tryTerminal.mockResolvedValueOnce({ ok: false, error: { code: 'not_now', message: '' } })
    await tryOperation('VT-1', 'ping', {})
    expect(state().diagnostic).toMatchObject({ running: false, result: null, failed: 'not_now' })
  })

  test('a diagnostic is stopped through its terminal, and ends with the terminal’s answer', async () => {
    tryTerminal.mockReturnValueOnce(new Promise(() => {}))
    void tryOperation('VT-1', 'read_card', { amount: 100 })
    stopDiagnostic()
    expect(stopTry).toHaveBeenCalledWith({ hsn: 'VT-1' })
    expect(state().diagnostic).toMatchObject({ running: true, stopping: true })
  })

  test('a diagnostic that is not running is not stopped', () => {
    stopDiagnostic()
    expect(stopTry).not.toHaveBeenCalled()
  })
})

describe('the views of the terminals page', () => {
  test('a view opens without the form of the previous view', () => {
    useTerminalsStore.setState({ operation: 'ping' })
    showView({ kind: 'terminal', hsn: 'VT-1' })
    expect(state()).toMatchObject({ view: { kind: 'terminal', hsn: 'VT-1' }, operation: null })
  })
})
