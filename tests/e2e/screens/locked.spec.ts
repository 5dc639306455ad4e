import en from '../../../src-renderer/i18n/staff.en.json' with { type: 'json' }
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { peopleScenes } from '../../pictures/people-scenes.ts'
import { askedOfMain } from '../../pictures/support/fake-bridge.ts'
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
