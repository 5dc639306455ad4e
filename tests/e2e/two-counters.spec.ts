import type { Page } from '@playwright/test'
import type { TestApp } from './support/app.ts'
import { books, notCharged, paidOnce } from './support/books.ts'
import { charge, expect, heading, hsn, terminalStatus } from './support/counter.ts'
import { press, reaches, showsText, soon } from './support/screen.ts'
import type { TestService } from './support/service.ts'
import { bankIsAsked, learn, noTips, silentBank, test } from './support/trouble.ts'

// Two counters, each the whole app with a data folder of its own, and one terminal between them (section 4.4, connect).

const named = (counter_name: string) => ({ settings: { ...noTips, counter_name } })

/** Since when the terminal is held, as the clock on the screen says it; the service tells everyone who asks. */
async function heldSince({ client }: TestService): Promise<string> {
  const refused = await client.call('terminals.connect', { body: { hsn } })
  if (refused.ok || refused.error.kind !== 'refused') throw new Error('nobody holds the terminal')
  const since = new Date(refused.error.error.held_by?.since ?? '')
  return new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(since)
}

async function takeOver({ pos }: TestApp, choice: 'Take over and cancel theirs' | 'Leave it to them') {
  await press(pos, 'Take over…')
  const dialog = pos.getByRole('dialog', { name: 'Take over the terminal?' })
  await expect(dialog).toContainText('cancels what it is doing, even a payment in progress')
  await expect(dialog).toContainText('Do it only when nobody stands at the terminal.')
  await dialog.getByRole('button', { name: choice }).click()
  await expect(dialog).toBeHidden()
}

const isConnected = (pos: Page) => expect(terminalStatus(pos)).toContainText('Connected', soon)
const isInUse = (pos: Page) => expect(terminalStatus(pos)).toContainText('In use elsewhere', soon)

test('the second counter reads who has the terminal and since when, and gets it when it is given back', async ({
  service,
  launch,
}) => {
  await service.plugTerminal({ hsn })
  const bar = await launch(named('Bar'))
  const terrace = await launch({ ...named('Terrace'), waits: false })
  await isInUse(terrace.pos)
  await showsText(terrace.pos, `Bar has had it since ${await heldSince(service)}.`)
  await terrace.pos.keyboard.type('100')
  await expect(terrace.pos.getByRole('button', { name: 'Charge $1.00' })).toBeDisabled()
  await isConnected(bar.pos)
  await bar.close()
  await isConnected(terrace.pos)
  await press(terrace.pos, 'Charge $1.00')
  await reaches(terrace.pos, 'Approved')
  expect(await books(service)).toEqual(paidOnce(100))
})

test('a terminal taken over before the card shows the first cashier by whom, and that no money moved', async ({
  service,
  launch,
}) => {
  await service.plugTerminal({ hsn, script: 'silent' })
  const bar = await launch(named('Bar'))
  await charge(bar.pos, '5300')
  await reaches(bar.pos, 'Waiting for the card')
  const terrace = await launch({ ...named('Terrace'), waits: false })
  await isInUse(terrace.pos)
  await takeOver(terrace, 'Leave it to them')
  await isInUse(terrace.pos)
  await reaches(bar.pos, 'Waiting for the card')

  await takeOver(terrace, 'Take over and cancel theirs')
  await isConnected(terrace.pos)
  await reaches(bar.pos, 'Terminal taken over')
  await showsText(bar.pos, 'Another counter took the terminal over and stopped this sale on it.')
  await showsText(
    bar.pos,
    `Terrace took it over at ${await heldSince(service)}. What you had on it was stopped.`,
  )
  await showsText(bar.pos, 'No money moved')
  await isInUse(bar.pos)
  expect(await books(service)).toEqual(notCharged)

  await service.changeTerminal(hsn, { script: 'approve' })
  await charge(terrace.pos, '5400')
  await reaches(terrace.pos, 'Approved')
  await expect(heading(bar.pos, 'Terminal taken over')).toBeVisible()
  expect(await books(service)).toEqual({ ...paidOnce(5400), intents: ['created', 'captured'] })

  await terrace.close()
  await isConnected(bar.pos)
  await press(bar.pos, 'Try again')
  await reaches(bar.pos, 'Approved')
  expect(await books(service)).toEqual({
    intents: ['captured', 'captured'],
    payments: ['captured 5300', 'captured 5400'],
    bank: 10_700,
  })
})

test('a payment taken over while the bank is asked goes on, and belongs to the counter that began it', async ({
  service,
  launch,
}) => {
  await service.plugTerminal({ hsn, card: silentBank })
  const bar = await launch(named('Bar'))
  await charge(bar.pos, '5500')
  await expect.poll(() => bankIsAsked(service), soon).toBe(true)
  const terrace = await launch({ ...named('Terrace'), waits: false })
  await isInUse(terrace.pos)
  await takeOver(terrace, 'Take over and cancel theirs')
  await isConnected(terrace.pos)
  await isInUse(bar.pos)
  await learn(service)
  await reaches(bar.pos, 'Approved')
  expect(await books(service)).toEqual(paidOnce(5500))
  await press(bar.pos, 'New sale')
  await showsText(
    bar.pos,
    `Terrace took it over at ${await heldSince(service)}. Nothing of yours was stopped.`,
  )
  await expect(heading(terrace.pos, 'Ready')).toHaveCount(1)
})
