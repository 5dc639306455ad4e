import { installerScenes } from '../../pictures/installer-scenes.ts'
import { reportScenes } from '../../pictures/report-scenes.ts'
import { answerWith } from '../../pictures/support/fake-bridge.ts'
import { expect, test } from '../support/screens.ts'

test('whoever closes the day by the keyboard alone keeps it: at the way back, and at the report that was closed', async ({
  host,
}) => {
  const { page } = host
  await host.showScene(reportScenes['day-open'])
  const close = page.getByRole('button', { name: 'Close the day' })
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Not yet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(close).toBeFocused()
  const report = reportScenes['day-open'].answers?.replies?.['reports.view']
  await answerWith(page, { replies: { 'reports.close': { number: 42, report } } })
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
  // A screen reader says its number, and the next Tab is at its buttons.
  await expect(page.getByRole('heading', { name: /^Z report .*42/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused()
})

test('whoever is asked whether a terminal is given up has the keyboard at the answer that keeps it', async ({
  host,
}) => {
  const { page } = host
  await host.showScene(installerScenes.terminals)
  await page.locator('[data-hsn="A920-1180004417"]').click()
  const release = page.getByRole('button', { name: 'Release it' })
  await release.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(release).toBeFocused()
})
