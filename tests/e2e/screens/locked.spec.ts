import counter from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import en from '../../../src-renderer/i18n/staff.en.json' with { type: 'json' }
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { peopleScenes } from '../../pictures/people-scenes.ts'
import { askedOfMain, pushSnapshot } from '../../pictures/support/fake-bridge.ts'
import { violationsOfLooks } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

const { snapshot } = peopleScenes['sign-in']
const { people } = snapshot.staff
/** The counter without a person signed in. */
const locked: Snapshot = {
  ...snapshot,
  staff: { ...snapshot.staff, rights: [], role: null, people: people && { ...people, present: null } },
}

test('a counter that locks closes an open dialog, shows the people and a notice, and takes the PIN from the keyboard', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshot)
  await page.getByRole('button', { name: 'Cash drawer' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await host.change(locked)
  await expect(page.getByRole('heading', { name: en.people.whoIsIt })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(en.people.lockedItselfText)).toBeVisible()
  expect(await violationsOfLooks(page)).toEqual([])
  await page.getByRole('button', { name: 'Ana Ruiz Cashier' }).click()
  await page.keyboard.type('570139')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await askedOfMain(page)).find(({ name }) => name === 'staff.sign_in')?.payload)
    .toEqual({ person_id: 'person_3', pin: '570139' })
})

test('what was typed into a dialog continues for its person, and is gone for another', async ({ host }) => {
  const { page } = host
  const ana = people?.shown.find(({ name }) => name === 'Ana Ruiz')
  const withAna: Snapshot = {
    ...snapshot,
    staff: {
      ...snapshot.staff,
      people:
        people && ana ? { ...people, present: { ...ana, at_work: true, must_choose_pin: false } } : null,
    },
  }
  await host.show(snapshot)
  await page.getByRole('button', { name: 'Cash drawer' }).click()
  await page.getByRole('radio', { name: counter.drawer.tasks.payout }).check()
  const reason = page.getByLabel(counter.drawer.reason)
  await reason.fill('Milk')
  await host.change(locked)
  await expect(page.getByRole('heading', { name: en.people.whoIsIt })).toBeVisible()
  await expect(reason).toBeHidden()
  // The keys belong to the sign-in screen alone.
  await page.getByRole('button', { name: 'Olga Owner' }).click()
  await page.keyboard.type('902817')
  await expect(page.getByRole('status').filter({ hasText: 'Digits typed: 6' })).toBeAttached()
  await host.change(snapshot)
  await expect(reason).toHaveValue('Milk')
  expect(await violationsOfLooks(page)).toEqual([])
  await host.change(locked)
  await host.change(withAna)
  await expect(page.getByRole('button', { name: 'Charge $0.00' })).toBeVisible()
  await expect(reason).toHaveCount(0)
  await page.getByRole('button', { name: 'Cash drawer' }).click()
  await page.getByRole('radio', { name: counter.drawer.tasks.payout }).check()
  await expect(reason).toHaveValue('')
})

test('a digit that is typed as the counter locks is the amount’s, and not the PIN’s', async ({ host }) => {
  const { page } = host
  await host.show(snapshot)
  await page.keyboard.type('12')
  await expect(page.getByRole('button', { name: 'Charge $0.12' })).toBeVisible()
  // Within the page, so that no slow computer makes a pause between the two.
  await page.evaluate(
    (next) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true, cancelable: true }))
      window.bridgeOfTests.push(JSON.parse(next))
    },
    JSON.stringify({ ...locked, revision: 2 }),
  )
  await expect(page.getByRole('heading', { name: en.people.whoIsIt })).toBeVisible()
  await pushSnapshot(page, { ...snapshot, revision: 3 })
  await expect(page.getByRole('button', { name: 'Charge $1.23' })).toBeVisible()
})
