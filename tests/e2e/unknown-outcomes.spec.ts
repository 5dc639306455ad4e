import { launchApp } from './support/app.ts'
import {
  charge,
  expect,
  followSale,
  heading,
  hsn,
  readyToSell,
  terminalStatus,
  test,
} from './support/counter.ts'

test.describe('when the answer does not come', () => {
  test('a silent terminal times out, the POS checks, and says that no money moved', async ({
    openCounter,
  }) => {
    const { app, service } = await openCounter({ script: 'silent' })
    const states = await followSale(app.pos)
    await charge(app.pos, '2100')
    await app.pos.getByRole('button', { name: 'Skip tip' }).click()
    await expect(app.pos.getByRole('timer')).toBeVisible()
    await service.advance(151)
    await expect(app.pos.getByText('No money moved')).toBeVisible({ timeout: 20_000 })
    expect((await states()).slice(-3)).toEqual(['authorizing', 'checking', 'stopped'])
    const intent = await service.newestIntent()
    expect(await service.payments(intent.id)).toHaveLength(0)
  })

  test('an outcome the bank cannot tell yet is checked until it is known', async ({ openCounter }) => {
    const { app, service } = await openCounter({ card: '4000000000000119' })
    await charge(app.pos, '2200')
    await expect
      .poll(async () => (await service.intents())[0]?.status, { timeout: 20_000 })
      .toBe('processing')
    await service.advance(31)
    await expect(heading(app.pos, 'Checking')).toBeVisible({ timeout: 20_000 })
    await service.advance(60)
    await expect(heading(app.pos, 'Approved')).toBeVisible({ timeout: 30_000 })
    const intent = await service.newestIntent()
    expect(intent).toMatchObject({ status: 'captured', amount_captured: 2200 })
    expect(await service.payments(intent.id)).toHaveLength(1)
  })

  test('a terminal that drops its link mid-authorization does not lose the payment', async ({
    openCounter,
  }) => {
    const { app, service } = await openCounter({ script: 'drops_link' })
    await charge(app.pos, '2300')
    await expect(heading(app.pos, 'Approved')).toBeVisible({ timeout: 30_000 })
    expect((await service.newestIntent()).amount_captured).toBe(2300)
  })

  test('the app killed after auth_card left finds the sale again: one payment, resolved before a new sale', async ({
    service,
  }) => {
    await service.plugTerminal({ hsn, script: 'approve', card: '4000000000000119' })
    const first = await launchApp({ service, hsn })
    await readyToSell(first.pos)
    await charge(first.pos, '2400')
    await expect
      .poll(async () => (await service.intents())[0]?.status, { timeout: 20_000 })
      .toBe('processing')
    await first.kill()

    const second = await launchApp({ service, hsn, userData: first.userData })
    await expect(heading(second.pos, 'Checking')).toBeVisible({ timeout: 20_000 })
    await service.advance(91)
    await expect(heading(second.pos, 'Approved')).toBeVisible({ timeout: 30_000 })
    const intents = await service.intents()
    expect(intents).toHaveLength(1)
    expect(await service.payments(intents[0]?.id ?? '')).toHaveLength(1)
    expect(intents[0]).toMatchObject({ status: 'captured', amount_captured: 2400 })
    await second.close()
  })

  test('the service killed after the bank decided comes back, and the sale is resolved with it', async ({
    openCounter,
  }) => {
    const { app, service } = await openCounter({ card: '4000000000000119' })
    await charge(app.pos, '2500')
    await expect.poll(() => service.processorEntries(), { timeout: 20_000 }).toBe(1)
    await service.kill()
    await expect(heading(app.pos, 'Checking')).toBeVisible({ timeout: 20_000 })
    await service.restart()
    await service.advance(91)
    await expect(heading(app.pos, 'Approved')).toBeVisible({ timeout: 60_000 })
    const intent = await service.newestIntent()
    expect(intent).toMatchObject({ status: 'captured', amount_captured: 2500 })
    expect(await service.payments(intent.id)).toHaveLength(1)
  })
})

test.describe('the terminal session', () => {
  test('expired while the counter was idle is renewed without the cashier noticing', async ({
    openCounter,
  }) => {
    const { app, service } = await openCounter()
    await service.advance(11 * 60)
    await charge(app.pos, '2600')
    await expect(heading(app.pos, 'Approved')).toBeVisible({ timeout: 20_000 })
    expect(await service.intents()).toHaveLength(1)
  })

  test('held by another counter is said so; taking over is a choice with a warning', async ({ service }) => {
    await service.plugTerminal({ hsn })
    const other = await service.client.call('terminals.connect', { body: { hsn } })
    expect(other.ok).toBe(true)
    const app = await launchApp({ service, hsn })
    await expect(terminalStatus(app.pos)).toContainText(/in use/i, { timeout: 20_000 })
    await app.pos.getByRole('button', { name: 'Take over…' }).first().click()
    const dialog = app.pos.getByRole('dialog', { name: 'Take over the terminal?' })
    await expect(dialog).toContainText('cancels what it is doing')
    await dialog.getByRole('button', { name: 'Take over and cancel theirs' }).click()
    await expect(terminalStatus(app.pos)).toContainText('Connected')
    const late = await service.client.call('terminals.ping', {
      body: { hsn },
      sessionKey: other.ok ? other.value.session_key : '',
    })
    expect(late).toMatchObject({ ok: false, error: { error: { code: 'terminal_session_invalid' } } })
    await app.close()
  })
})
