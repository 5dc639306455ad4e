import en from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import { snapshots } from '../../pictures/snapshots.ts'
import { answerWith } from '../../pictures/support/fake-bridge.ts'
import { fits, overflow } from '../support/accessibility.ts'
import { expect, test } from '../support/screens.ts'

const { ready } = snapshots
const asManager = (display_pictures: string | null) => ({
  ...ready,
  staff: { ...ready.staff, role: 'manager' as const },
  settings: { ...ready.settings, customer_display: 'screen' as const, display_pictures },
})
const { display } = en.settings

test('a folder of pictures on another computer says that none of them is shown, and what to do', async ({
  host,
}) => {
  const { page } = host
  await host.show(asManager('\\\\server.example\\photos of the shop'), { width: 360, height: 740 })
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(display.noneShown)).toBeVisible()
  await expect(dialog.getByText(display.onNetwork)).toBeVisible()
  expect(await overflow(page)).toEqual(fits)
  await host.change(asManager('P:\\photos of the shop'))
  await expect(dialog.getByText('P:\\photos of the shop')).toBeVisible()
  await expect(dialog.getByText(display.noneShown)).toHaveCount(0)
})

test('choosing such a folder is refused with its reason', async ({ host }) => {
  const { page } = host
  await host.show(asManager(null))
  await answerWith(page, { refusals: { 'settings.display_pictures': 'folder_on_network' } })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: display.choose }).click()
  await expect(page.getByText(en.refusal.folder_on_network)).toBeVisible()
})
