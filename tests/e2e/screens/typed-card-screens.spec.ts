import { snapshots } from '../../pictures/snapshots.ts'
import { staffScenes } from '../../pictures/staff-scenes.ts'
import { answerWith, askedOfMain, forgetAnswers } from '../../pictures/support/fake-bridge.ts'
import { violations } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

// Each test uses its own page, so the tests can run in parallel.
test.describe.configure({ mode: 'parallel' })

const card = '4111 1111 1111 1111'
const refused = 'What was typed holds a card number.'

test('a refused name of a held order stays in its field with the reason, and the dialog closes once it is held', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name')
  await answerWith(page, { refusals: { 'order.change': 'card_data' } })
  await name.fill(`Mona ${card}`)
  await name.press('Enter')
  await expect(dialog).toContainText(refused)
  await expect(name).toHaveValue(`Mona ${card}`)
  expect(await violations(page)).toEqual([])
  await forgetAnswers(page)
  await name.fill('Mona')
  await expect(dialog).not.toContainText(refused)
  await name.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(refused)).toHaveCount(0)
})

test('a refused note of a line stays in its field, with the reason', async ({ host }) => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await page
    .getByRole('button', { name: /^Change / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const note = dialog.getByLabel('Note')
  await answerWith(page, { refusals: { 'order.change': 'card_data' } })
  await note.fill(card)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText(refused)
  await expect(note).toHaveValue(card)
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  expect(await violations(page)).toEqual([])
  await forgetAnswers(page)
  await note.fill('No sugar')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const requests = (await askedOfMain(page)).filter(({ name }) => name === 'order.change')
  expect(requests.at(-1)?.payload).toMatchObject({ request: { kind: 'set_note', note: 'No sugar' } })
})

test('a refused reason of a discount stays in its field, with the reason for the refusal', async ({
  host,
}) => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await page.getByRole('button', { name: 'Discount', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('10')
  const reason = dialog.getByRole('textbox').last()
  await answerWith(page, { refusals: { 'order.change': 'card_data' } })
  await reason.fill(card)
  await reason.press('Enter')
  await expect(dialog).toContainText(refused)
  await expect(reason).toHaveValue(card)
  await forgetAnswers(page)
  await reason.fill('Loyal')
  await reason.press('Enter')
  await expect(dialog).toHaveCount(0)
})

test('a change that needs a manager’s approval closes its dialog for the PIN dialog', async ({ host }) => {
  const { page } = host
  await host.show(snapshots['ready-order'])
  await page
    .getByRole('button', { name: /^Change / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await answerWith(page, { refusals: { 'order.change': 'pin_needed' } })
  await dialog.getByLabel('Note').fill('No sugar')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.locator('input[type=password]')).toBeVisible()
})

test('a customer search by a card number is refused, and not shown as failed', async ({ host }) => {
  const { page } = host
  await host.show(snapshots.ready)
  await page.getByRole('button', { name: 'Customer', exact: true }).click()
  await answerWith(page, { refusals: { 'customer.search': 'card_data' } })
  await page.getByRole('dialog').getByRole('textbox').fill(card)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(refused)
})

test('saving a search with a card number is refused with the reason', async ({ host }) => {
  const { page } = host
  await host.turnToScene(staffScenes['payments-save-search'])
  await answerWith(page, { refusals: { 'payments.save_search': 'card_data' } })
  await page.locator('form input').fill(card)
  await page.locator('form input').press('Enter')
  await expect(page.getByText('Card numbers are not kept. Search by the last four digits.')).toBeVisible()
})

test('the opening float can be typed at once, and another task can be chosen by keyboard', async ({
  host,
}) => {
  const { page } = host
  const { drawer } = snapshots.ready
  await host.show({
    ...snapshots.ready,
    drawer: { ...drawer, shift: { ...drawer.shift, opened_at: null } },
  })
  await page.keyboard.press('F10')
  const dialog = page.getByRole('dialog')
  const float = dialog.getByRole('textbox').first()
  await expect(float).toBeFocused()
  await page.keyboard.type('150.00')
  await expect(float).toHaveValue('150.00')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  const noSale = dialog.getByRole('radio', { name: 'No sale', exact: true })
  await expect(noSale).toBeChecked()
  // The arrow keys continue through the tasks.
  await expect(noSale).toBeFocused()
})
