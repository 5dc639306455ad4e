import { books, notCharged, paidOnce } from './support/books.ts'
import { charge, expect, followSale, hsn, terminalStatus } from './support/counter.ts'
import type { Fate } from './support/line.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import { bankIsAsked, learn, silentBank, terminalScreen, test } from './support/trouble.ts'

// The ten failures that a point of sale must survive, in order; 6 to 10 are in the next file. Each test causes one and
// compares three records: what the cashier reads, what the service stored, and what the bank holds.

const isAuthCard = (request: string) => request === 'POST /terminals/processor/auth_card'

test.describe('1. No answer after auth_card: the state is unknown, not failed', () => {
  test('after a lost answer the outcome is looked up, and nothing can be charged until it is known', async ({
    shop,
  }) => {
    const { pos, booked, line } = await shop()
    let dark = true
    line.cut((request) => {
      if (isAuthCard(request)) return 'lost'
      return dark && request.startsWith('GET /payment_intents/') ? 'never_arrives' : 'answered'
    })
    await charge(pos, '1100')
    await reaches(pos, 'Checking')
    await showsText(pos, 'Do not charge again.')
    await showsText(pos, 'The terminal’s answer did not arrive.')
    await expect(pos.getByRole('button', { name: /^(Charge|Try again|New sale)/ })).toHaveCount(0)
    dark = false
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(1100))
    expect(line.seen.filter(isAuthCard)).toHaveLength(1)
  })

  test('when nobody uses the terminal, the sale times out and is checked, and no money moves', async ({
    shop,
  }) => {
    const { pos, booked, service } = await shop({ script: 'silent' })
    const states = await followSale(pos)
    await charge(pos, '1200')
    await reaches(pos, 'Waiting for the card')
    await service.advance(151)
    await reaches(pos, 'Time ran out')
    await showsText(pos, 'No money moved')
    expect((await states()).slice(-3)).toEqual(['authorizing', 'checking', 'stopped'])
    expect(await booked()).toEqual(notCharged)
  })

  test('a bank without an outcome is asked until it has one, whatever the computer’s clock shows', async ({
    shop,
  }) => {
    const { pos, app, booked, service } = await shop({ card: silentBank })
    await charge(pos, '1300')
    await expect.poll(() => bankIsAsked(service), soon).toBe(true)
    await app.setClockBy(24 * 3_600_000)
    await reaches(pos, 'Checking')
    await showsText(pos, 'The bank has not decided yet.')
    await showsText(pos, 'Do not charge again.')
    await app.setClockBy(-48 * 3_600_000)
    expect(await booked()).toMatchObject({ intents: ['processing'], payments: ['processing 0'] })
    await learn(service)
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(1300))
    await app.setClockBy(24 * 3_600_000)
  })

  test('when the service is killed after the bank’s decision, it comes back and the sale gets that outcome', async ({
    shop,
  }) => {
    const { pos, booked, service } = await shop({ card: silentBank })
    const before = service.processorEntries()
    await charge(pos, '1400')
    await expect.poll(() => service.processorEntries(), soon).toBe(before + 1)
    await service.kill()
    await reaches(pos, 'Checking')
    await showsText(pos, 'The payment service cannot be reached')
    await service.restart()
    await learn(service)
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(1400))
  })
})

test.describe('2. Retry must not charge twice: one intent, one attempt in flight', () => {
  test('a request that never arrived is sent again on the same intent as another attempt', async ({
    shop,
  }) => {
    const { pos, booked, line } = await shop()
    line.cut((request) => (isAuthCard(request) ? 'never_arrives' : 'answered'))
    await charge(pos, '2100')
    await reaches(pos, 'Payment service not reached')
    await showsText(pos, 'No money moved')
    expect(await booked()).toEqual(notCharged)
    line.cut(() => 'answered')
    await press(pos, 'Try again')
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(2100))
    const attempts = line.requests.filter(({ name }) => isAuthCard(name))
    expect(attempts.map(({ idempotencyKey }) => idempotencyKey?.slice(-2))).toEqual(['-1', '-2'])
  })

  test('a card is charged once even if the terminal sends everything twice', async ({ shop }) => {
    const { pos, booked } = await shop({ script: 'answers_twice' })
    await charge(pos, '2200')
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(2200))
  })
})

test.describe('3. Cancel races approval: the authorization’s outcome counts, not the cancel’s answer', () => {
  for (const choice of ['Void the payment', 'Keep $31.00']) {
    test(`a payment that was approved despite a cancel is kept or voided by choice: ${choice}`, async ({
      shop,
    }) => {
      const { pos, booked, line } = await shop()
      let cancelled = false
      // The counter also gets no approval from a look-up while the customer signs.
      const isLookUp = (request: string) => request.startsWith('GET /payment_intents/')
      line.cut((request) =>
        isAuthCard(request) ? 'late' : isLookUp(request) && !cancelled ? 'lost' : 'answered',
      )
      await charge(pos, '3100')
      await expect.poll(() => booked(), soon).toEqual(paidOnce(3100))
      await press(pos, 'Cancel')
      cancelled = true
      await reaches(pos, 'Cancelling…')
      await showsText(pos, 'The bank’s answer decides.')
      line.letThrough()
      await reaches(pos, 'Approved after you cancelled')
      await showsText(pos, 'The card is charged until you void the payment.')
      await press(pos, choice)
      if (choice === 'Keep $31.00') {
        await reaches(pos, 'Approved')
        expect(await booked()).toEqual(paidOnce(3100))
      } else {
        await showsText(pos, 'The payment was voided')
        expect(await booked()).toEqual({ intents: ['cancelled'], payments: ['voided 0'], bank: 0 })
      }
    })
  }

  test('a card read after the cancel is not charged', async ({ shop }) => {
    const { pos, booked, service } = await shop({ script: 'ignores_cancel' })
    await charge(pos, '3200')
    await reaches(pos, 'Waiting for the card')
    await press(pos, 'Cancel')
    await reaches(pos, 'Cancelled')
    await showsText(pos, 'No money moved')
    // The terminal ignored the cancel, has read the card, and waits for the bank.
    await expect.poll(() => terminalScreen(service), soon).toBe('processing')
    expect(await booked()).toEqual(notCharged)
    await press(pos, 'New sale')
    await expect.poll(() => terminalScreen(service), soon).toBe('welcome')
    await expect.poll(() => booked(), soon).toEqual({ ...notCharged, intents: ['cancelled'] })
  })
})

test.describe('4. Session expired: connect again without force, replay once', () => {
  test('a session that ends exactly at the card request is opened again, and the same attempt is sent once more', async ({
    shop,
  }) => {
    const { pos, booked, line, service } = await shop()
    let ended = false
    line.cut(async (request, { sessionKey }): Promise<Fate> => {
      if (isAuthCard(request) && !ended && sessionKey !== null) {
        ended = true
        await service.client.call('terminals.disconnect', { body: { hsn }, sessionKey })
      }
      return 'answered'
    })
    const states = await followSale(pos)
    await charge(pos, '4100')
    await reaches(pos, 'Approved')
    expect(await states()).not.toContain('checking')
    expect(await booked()).toEqual(paidOnce(4100))
    const attempts = line.requests.filter(({ name }) => isAuthCard(name))
    expect(attempts).toHaveLength(2)
    expect(attempts[0]?.answer).toContain('terminal_session_invalid')
    expect(attempts[1]?.idempotencyKey).toBe(attempts[0]?.idempotencyKey)
    expect(attempts[1]?.sessionKey).not.toBe(attempts[0]?.sessionKey)
    const connects = line.requests.filter(({ name }) => name.endsWith('/connect'))
    expect(connects.map(({ body }) => body).join()).not.toContain('force')
  })

  test('a session that expires while the counter is idle is renewed unnoticed', async ({ shop }) => {
    const { pos, booked, service } = await shop()
    await service.advance(11 * 60)
    await charge(pos, '4200')
    await reaches(pos, 'Approved')
    expect(await booked()).toEqual(paidOnce(4200))
  })
})

test.describe('5. Terminal in use: shown as such, and force is a person’s choice with a warning', () => {
  test('the prompt of another counter is stopped only when the cashier chooses to take over', async ({
    service,
    launch,
  }) => {
    await service.plugTerminal({ hsn, script: 'silent' })
    const theirs = await service.client.call('terminals.connect', { body: { hsn } })
    const intent = await service.client.call('payment_intents.create', { body: { amount: 5100 } })
    if (!theirs.ok || !intent.ok) throw new Error('the other counter could not begin')
    const sale = service.client.call('terminals.auth_card', {
      body: { hsn, payment_intent_id: intent.value.id },
      sessionKey: theirs.value.session_key,
    })
    const { pos } = await launch({ waits: false })
    await expect(terminalStatus(pos)).toContainText('In use elsewhere', soon)
    await showsText(pos, 'Wait until they are done and try again.')
    await press(pos, 'Connect again')
    await expect(terminalStatus(pos)).toContainText('In use elsewhere', soon)
    expect(await terminalScreen(service)).not.toBe('welcome')
    await press(pos, 'Take over…')
    const warning = pos.getByRole('dialog', { name: 'Take over the terminal?' })
    await expect(warning).toContainText('cancels what it is doing, even a payment in progress')
    await warning.getByRole('button', { name: 'Take over and cancel theirs' }).click()
    await expect(terminalStatus(pos)).toContainText('Connected', soon)
    expect(await sale).toMatchObject({ ok: false, error: { error: { code: 'terminal_cancelled' } } })
    await expect.poll(() => terminalScreen(service), soon).toBe('welcome')
    expect(await books(service)).toEqual(notCharged)
  })

  test('leaving a sale clears the terminal’s screen for the next customer', async ({ shop }) => {
    const { pos, booked, service } = await shop({ card: silentBank })
    await charge(pos, '5200')
    await expect.poll(() => bankIsAsked(service), soon).toBe(true)
    await expect.poll(() => terminalScreen(service), soon).toBe('message')
    await learn(service)
    await reaches(pos, 'Approved')
    expect(await terminalScreen(service)).toBe('message')
    await press(pos, 'New sale')
    await expect.poll(() => terminalScreen(service), soon).toBe('welcome')
    expect(await booked()).toEqual(paidOnce(5200))
  })
})
