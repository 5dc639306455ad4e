import { installerScenes } from '../../pictures/installer-scenes.ts'
import { reportScenes } from '../../pictures/report-scenes.ts'
import { answerWith } from '../../pictures/support/fake-bridge.ts'
import { expect, test } from '../support/screens.ts'

test('closing the day by keyboard keeps the focus: on the way back, and on the closed report', async ({
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
  // A screen reader reads its number, and the next Tab leads to its buttons.
  await expect(page.getByRole('heading', { name: /^Z report .*42/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused()
})

test('the confirmation for releasing a terminal opens with the focus on the answer that keeps it', async ({
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

test('after the confirmation of closing is left, choosing another period keeps the focus on the choice', async ({
  host,
}) => {
  const { page } = host
  const scene = reportScenes['day-open']
  const replies = { ...scene.answers?.replies, 'reports.today': { day: '2026-11-19' } }
  await host.showScene({ ...scene, answers: { ...scene.answers, replies } })
  const close = page.getByRole('button', { name: 'Close the day' })
  await close.focus()
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  await expect(close).toBeFocused()
  const open = page.getByRole('radio', { name: 'Since the last closing' })
  await open.focus()
  await page.keyboard.press('ArrowRight')
  await expect(close).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(close).toBeVisible()
  await expect(open).toBeFocused()
})

test('after a refused release of a terminal, the focus returns to the button', async ({ host }) => {
  const { page } = host
  await host.showScene(installerScenes.terminals)
  await page.locator('[data-hsn="A920-1180004417"]').click()
  const release = page.getByRole('button', { name: 'Release it' })
  await release.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await answerWith(page, { refusals: { 'terminals.release': 'failed' } })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(release).toBeEnabled()
  await expect(release).toBeFocused()
})
