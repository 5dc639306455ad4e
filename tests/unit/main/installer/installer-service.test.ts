import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPingHistory } from '../../../../src-main/installer/pings.ts'
import { openVirtualTerminals } from '../../../../src-main/installer/virtual-terminals.ts'
import { jsonFile } from '../../../../src-main/settings/json-file.ts'
import { nextRow, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { TerminalDocument } from '../../../../src-service/terminals/rows.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { createMissingOperations } from '../../../../src-shared/api/missing-operations.ts'
import { ok } from '../../../../src-shared/result.ts'
import { virtualClaimCode } from '../../../../src-shared/terminal/claim-code.ts'
import { joinTerminal } from '../../../support/join-terminal.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { type InstallerHarness, openInstallerHarness } from '../support/installer-harness.ts'
import { quietLog, startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
const harnesses: InstallerHarness[] = []
beforeEach(async () => {
  service = await startTestService()
})
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.stop()
  await service.stop()
})
async function open(options: Parameters<typeof openInstallerHarness>[1] = {}): Promise<InstallerHarness> {
  const harness = await openInstallerHarness(service, options)
  harnesses.push(harness)
  return harness
}

describe('the list of terminals', () => {
  test('the list of a merchant without terminals is empty', async () => {
    expect(await must((await open()).list())).toEqual([])
  })

  test('the list shows what each terminal supports', async () => {
    await service.plug({ hsn: 'VT-1' })
    await service.plug({ hsn: 'VT-2' })
    const harness = await open({ hsn: 'VT-1' })
    await harness.counter().terminalIs('connected')
    const list = await must(harness.list())
    expect(list.find(({ hsn }) => hsn === 'VT-1')).toMatchObject({
      connected: true,
      capabilities: { signature: true, printer: true },
      virtual: false,
    })
  })
})

describe('pairing a terminal', () => {
  const activate = (hsn: string, code: string) =>
    joinTerminal(service.client, hsn, code).then(
      () => true,
      () => false,
    )

  test('pairing shows a code for 15 minutes and waits for the terminal', async () => {
    const harness = await open()
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    const { pairing } = harness.status()
    expect(pairing).toMatchObject({ hsn: 'VT-9', state: 'waiting', code: expect.stringMatching(/^\d{8}$/) })
    const left = Date.parse(pairing?.expires_at ?? '') - Date.now()
    expect(left).toBeGreaterThan(14 * 60_000)
    expect(left).toBeLessThanOrEqual(15 * 60_000)
    expect(JSON.stringify(await must(harness.list()))).not.toContain(pairing?.code)
    harness.stopPairing()
    expect(harness.status().pairing).toBeNull()
  })

  test('pairing is done when the terminal connects, and the counter then uses it', async () => {
    const harness = await open()
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    await service.plug({ hsn: 'VT-9' })
    await until(
      () => harness.status().pairing?.state,
      (state) => state === 'paired',
    )
    await harness.counter().terminalIs('connected')
  })

  test('a wrong code is shown but does not end the pairing, so that a stranger cannot end it', async () => {
    const harness = await open()
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    const right = harness.status().pairing?.code ?? ''
    const wrong = right === '00000000' ? '00000001' : '00000000'
    await activate('VT-9', wrong)
    await until(
      () => harness.status().pairing,
      (pairing) => pairing?.news === 'wrong_code',
    )
    expect(harness.status().pairing).toMatchObject({ state: 'waiting' })
    expect(await activate('VT-9', right)).toBe(true)
  })

  test('pairing shows that the terminal has accepted the code before it is connected', async () => {
    const harness = await open()
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    await activate('VT-9', harness.status().pairing?.code ?? '')
    await until(
      () => harness.status().pairing,
      (pairing) => pairing?.news === 'taken',
    )
    expect(harness.status().pairing).toMatchObject({ state: 'waiting' })
  })

  test('a pairing ends when its code expires, even if the service’s clock is ahead of this computer’s', async () => {
    const harness = await open()
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    await service.advance(901)
    await until(
      () => harness.status().pairing?.state,
      (state) => state === 'expired',
    )
    expect(harness.status().pairing).toMatchObject({ hsn: 'VT-9', detail: '' })
  })

  test('a pairing ends when its code expires, even if this computer slept meanwhile', async () => {
    let sleptMs = 0
    const harness = await open({ now: () => Date.now() + sleptMs })
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    sleptMs = 901_000
    await until(
      () => harness.status().pairing?.state,
      (state) => state === 'expired',
    )
  })

  test('a new code replaces the previous one', async () => {
    const harness = await open()
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    const first = harness.status().pairing?.code ?? ''
    await must(harness.pair({ hsn: 'VT-9', claim_code: null }))
    const second = harness.status().pairing?.code ?? ''
    expect(await activate('VT-9', first)).toBe(false)
    expect(await activate('VT-9', second)).toBe(true)
  })

  test('pairing a connected terminal is refused', async () => {
    await service.plug({ hsn: 'VT-1' })
    const harness = await open({ hsn: 'VT-1' })
    expect(await harness.pair({ hsn: 'VT-1', claim_code: null })).toMatchObject({
      ok: false,
      error: { code: 'not_now' },
    })
    expect(harness.status().pairing).toBeNull()
  })
})

describe('the counter’s terminal', () => {
  test('a chosen terminal is used at once and after a restart', async () => {
    await service.plug({ hsn: 'VT-1' })
    await service.plug({ hsn: 'VT-2' })
    const harness = await open({ hsn: 'VT-1' })
    await harness.counter().terminalIs('connected')
    await must(harness.use({ hsn: 'VT-2' }))
    await harness.counter().terminalIs('connected')
    expect(harness.counter().snapshot().terminal).toMatchObject({ hsn: 'VT-2' })
    // The other terminal was released.
    expect((await service.client.call('terminals.connect', { body: { hsn: 'VT-1' } })).ok).toBe(true)
    harness.counter().charge(1200)
    await harness.counter().saleIs('approved', 'signing')
    await harness.stop()
    const again = await open({ hsn: 'VT-1', userData: harness.userData })
    await again.counter().terminalIs('connected')
    expect(again.counter().snapshot().terminal).toMatchObject({ hsn: 'VT-2' })
  })

  test('an unknown terminal cannot be chosen, and no other terminal than the one set in the environment', async () => {
    await service.plug({ hsn: 'VT-1' })
    await service.plug({ hsn: 'VT-2' })
    const harness = await open({ hsn: 'VT-1' })
    expect(await harness.use({ hsn: 'VT-3' })).toMatchObject({ ok: false, error: { code: 'not_found' } })
    const named = await open({ named: 'VT-1' })
    expect(await named.use({ hsn: 'VT-2' })).toMatchObject({ ok: false, error: { code: 'not_available' } })
  })

  test('the counter’s terminal is pinged while the installer is watching, and the results are listed', async () => {
    await service.plug({ hsn: 'VT-1' })
    const harness = await open({ hsn: 'VT-1' })
    await harness.counter().terminalIs('connected')
    harness.attend(true)
    await until(
      () => harness.status().pings,
      (pings) => pings.length > 0,
    )
    expect(harness.status().pings[0]).toMatchObject({ hsn: 'VT-1', latency_ms: expect.any(Number) })
    harness.attend(false)
    expect(harness.status().pings).toEqual([])
  })
})

describe('a virtual terminal', () => {
  test('a virtual terminal is plugged in again when the service has restarted without it', async () => {
    await service.plug({ hsn: 'VT-1' })
    const file = jsonFile(
      join(await temporaryFolder('countertop-virtual'), 'virtual.json'),
      z.array(z.string()).readonly(),
      [],
    )
    const before = await openVirtualTerminals(file, quietLog)
    await must(before.add(service.access, 'VT-5'))
    await must(service.client.call('sandbox.virtual_terminals.delete', { params: { hsn: 'VT-5' } }))
    const after = await openVirtualTerminals(file, quietLog)
    expect(after.list()).toEqual(['VT-5'])
    await after.plugAgain(service.access)
    const shown = await must(
      service.client.call('sandbox.virtual_terminals.get', { params: { hsn: 'VT-5' } }),
    )
    expect(shown.connected).toBe(true)
    await must(after.remove(service.access, 'VT-5'))
    expect(await file.read()).toEqual([])
  })

  test('a virtual terminal is attached, marked as virtual, and unplugged', async () => {
    await service.plug({ hsn: 'VT-1' })
    const harness = await open({ hsn: 'VT-1' })
    await must(harness.addVirtual({ hsn: 'VT-5' }))
    expect((await must(harness.list())).find(({ hsn }) => hsn === 'VT-5')).toMatchObject({
      virtual: true,
      connected: true,
    })
    expect(await harness.addVirtual({ hsn: 'VT-1' })).toMatchObject({ ok: false, error: { code: 'not_now' } })
    expect(await harness.removeVirtual({ hsn: 'VT-1' })).toMatchObject({ error: { code: 'not_found' } })
    await must(harness.removeVirtual({ hsn: 'VT-5' }))
    expect((await must(harness.list())).find(({ hsn }) => hsn === 'VT-5')?.connected ?? false).toBe(false)
  })

  test('when the counter’s virtual terminal is removed, the counter returns to the previous terminal', async () => {
    await service.plug({ hsn: 'VT-1' })
    const harness = await open({ hsn: 'VT-1' })
    await harness.counter().terminalIs('connected')
    await must(harness.addVirtual({ hsn: 'VT-5' }))
    await must(harness.use({ hsn: 'VT-5' }))
    await harness.counter().terminalIs('connected')
    await must(harness.removeVirtual({ hsn: 'VT-5' }))
    await harness.counter().terminalIs('connected')
    expect(harness.counter().snapshot().terminal).toMatchObject({ hsn: 'VT-1' })
  })

  test('a virtual terminal can be attached only in training', async () => {
    const harness = await open({ virtual: null })
    expect(await harness.addVirtual({ hsn: 'VT-5' })).toMatchObject({ error: { code: 'not_available' } })
  })
})

test('the last 50 pings of each terminal are kept, oldest first', () => {
  let at = 0
  const pings = createPingHistory(
    () => ++at,
    () => undefined,
  )
  const answer = ok({
    connected: true,
    session_open: true,
    session_expires_at: null,
    busy: false,
    latency_ms: 3,
  })
  pings.add('VT-2', answer)
  for (let time = 0; time < 60; time++) pings.add('VT-1', answer)
  pings.add('VT-2', { ok: false, error: 'no answer' })
  const all = pings.all()
  expect(all.filter(({ hsn }) => hsn === 'VT-1')).toHaveLength(50)
  expect(all.filter(({ hsn }) => hsn === 'VT-2').map(({ latency_ms }) => latency_ms)).toEqual([3, null])
  expect([...all].map((ping) => ping.at)).toEqual([...all].map((ping) => ping.at).sort())
})

describe('a terminal that another business has activated', () => {
  /** Activates the terminal as another business would. */
  async function heldElsewhere(hsn: string): Promise<void> {
    await service.plug({ hsn })
    const row = await service.store.find<TerminalDocument>('terminal', hsn)
    if (row === null) throw new Error(`no terminal ${hsn}`)
    const document = {
      ...row.document,
      tenant_id: 'ten_other',
      account_id: 'acct_other',
      merchant_id: 'mer_other',
    }
    await service.store.commit({ writes: [updateOf('terminal', nextRow(row, document, Date.now()))] })
  }

  test('the installer sees that the terminal is held, and gets an activation code with its claim code', async () => {
    await heldElsewhere('VT-9')
    const harness = await open()
    expect(await harness.pair({ hsn: 'VT-9', claim_code: null })).toMatchObject({
      error: { code: 'terminal_held' },
    })
    expect(await harness.pair({ hsn: 'VT-9', claim_code: '000000000000' })).toMatchObject({
      error: { code: 'claim_code_wrong' },
    })
    await must(harness.pair({ hsn: 'VT-9', claim_code: virtualClaimCode('VT-9') }))
    await joinTerminal(service.client, 'VT-9', harness.status().pairing?.code ?? '')
    expect((await must(harness.list())).map(({ hsn }) => hsn)).toEqual(['VT-9'])
  })
})

describe('releasing a terminal', () => {
  test('a released terminal is removed from the list', async () => {
    await service.plug({ hsn: 'VT-1' })
    await service.plug({ hsn: 'VT-2' })
    const harness = await open({ hsn: 'VT-1' })
    await must(harness.release({ hsn: 'VT-2' }))
    expect((await must(harness.list())).map(({ hsn }) => hsn)).toEqual(['VT-1'])
  })

  test('a service that cannot release terminals is not reported as away, and the terminal stays', async () => {
    await service.plug({ hsn: 'VT-1' })
    await service.plug({ hsn: 'VT-2' })
    const missing = createMissingOperations(() => 0)
    missing.add('terminals.release')
    const { url, apiKey, accountId } = service.access
    const client = createClient({ baseUrl: url, apiKey, accountId, missing })
    const harness = await open({ hsn: 'VT-1', access: () => ({ ...service.access, client }) })
    expect(await harness.release({ hsn: 'VT-2' })).toMatchObject({ error: { code: 'not_offered' } })
    expect(await must(harness.list())).toHaveLength(2)
  })

  test('the terminal that this counter charges on cannot be released', async () => {
    await service.plug({ hsn: 'VT-1' })
    const harness = await open({ hsn: 'VT-1' })
    await harness.counter().terminalIs('connected')
    expect(await harness.release({ hsn: 'VT-1' })).toMatchObject({ error: { code: 'not_now' } })
    expect(await must(harness.list())).toHaveLength(1)
  })
})
