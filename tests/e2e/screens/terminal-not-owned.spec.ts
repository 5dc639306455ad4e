import en from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import staff from '../../../src-renderer/i18n/staff.en.json' with { type: 'json' }
import { installerScenes } from '../../pictures/installer-scenes.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import type { Scene } from '../../pictures/staff-scenes.ts'
import { expect, test } from '../support/screens.ts'

const away = { terminal: snapshots['terminal-not-owned'].terminal, training: false }

test('when the terminal belongs to another shop, the counter offers other terminals instead of asking to check the cable', async ({
  host,
}) => {
  await host.show(snapshots['terminal-not-owned'])
  await expect(host.page.getByText(en.terminal.notice.not_owned.text)).toBeVisible()
  await expect(host.page.getByText(en.terminal.notice.offline.text)).toHaveCount(0)
  await expect(host.page.getByRole('button', { name: en.terminal.pair })).toBeVisible()
  await expect(host.page.getByText(en.ready.waitTerminal)).toHaveCount(0)
  await host.page.getByRole('button', { name: en.terminal.choices.title }).first().click()
  const dialog = host.page.getByRole('dialog', { name: en.terminal.notice.not_owned.title })
  await expect(dialog).toContainText('VT-10001')
})

test('on a small screen, the notice and the next step are visible', async ({ host }) => {
  await host.show(snapshots['terminal-not-owned'], { width: 800, height: 600 })
  await expect(host.page.getByRole('heading', { name: en.terminal.notice.not_owned.title })).toBeInViewport({
    ratio: 1,
  })
  const scene: Scene = installerScenes.terminals
  const { terminal } = snapshots['terminal-not-owned']
  for (const [width, height] of [
    [800, 600],
    [390, 844],
  ] as const) {
    const snapshot = { ...scene.snapshot, terminal: { ...terminal, hsn: 'VT-GONE' } }
    await host.showScene({ ...scene, snapshot }, { width, height })
    await expect(host.page.getByText(staff.terminals.ownGoneText), `${width} px`).toBeInViewport({ ratio: 1 })
    // The next step is visible as well.
    await expect(host.page.getByRole('button', { name: staff.terminals.pair })).toBeInViewport({ ratio: 1 })
  }
})

test('a sale stopped by this, and one still in progress, name the reason as well', async ({ host }) => {
  await host.show({ ...snapshots['stopped-not-connected'], ...away })
  await expect(
    host.page.getByRole('heading', { name: en.terminal.notice.not_owned.title }).first(),
  ).toBeVisible()
  await expect(host.page.getByText(en.stopped.notOwned)).toBeVisible()
  await expect(host.page.getByText(en.stopped.reason.terminal_not_connected.text)).toHaveCount(0)
  // Retrying would fail again, so Enter opens the dialog with the next steps.
  await expect(host.page.getByRole('button', { name: en.stopped.tryAgain })).toHaveCount(0)
  await host.page.keyboard.press('Enter')
  const dialog = host.page.getByRole('dialog', { name: en.terminal.notice.not_owned.title })
  await expect(dialog).toBeVisible()
  await host.page.keyboard.press('Escape')
  await host.show({ ...snapshots['authorizing-offline'], ...away })
  await expect(host.page.getByText(en.running.terminalNotOwned)).toBeVisible()
})

test('on a small screen, a shop that sells items sees the reason as well', async ({ host }) => {
  const { page } = host
  const { selling } = snapshots['ready-order']
  const { book } = selling
  const empty = { ...book, draft: { ...book.draft, lines: [], discounts: [] } }
  const shop = { ...snapshots['terminal-not-owned'], selling: { ...selling, book: empty } }
  await host.show(shop)
  await page.waitForLoadState('networkidle')
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [800, 600],
  ] as const) {
    await host.change(shop, { width, height })
    const title = page.locator('main').getByText(en.terminal.notice.not_owned.title)
    await expect(title, `${width} px`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: '0', exact: true }), `${width} px`).toBeVisible()
  }
})
