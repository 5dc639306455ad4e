import en from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import staff from '../../../src-renderer/i18n/staff.en.json' with { type: 'json' }
import { installerScenes } from '../../pictures/installer-scenes.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import type { Scene } from '../../pictures/staff-scenes.ts'
import { expect, test } from '../support/screens.ts'

const away = { terminal: snapshots['terminal-not-owned'].terminal, training: false }

test('a terminal that left the shop is not looked for behind its plug: another one is offered', async ({
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

test('what is wrong is in sight of a small screen', async ({ host }) => {
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
    // And what can be done about it.
    await expect(host.page.getByRole('button', { name: staff.terminals.pair })).toBeInViewport({ ratio: 1 })
  }
})

test('a sale that stopped for it, and one that still runs, name it as well', async ({ host }) => {
  await host.show({ ...snapshots['stopped-not-connected'], ...away })
  await expect(
    host.page.getByRole('heading', { name: en.terminal.notice.not_owned.title }).first(),
  ).toBeVisible()
  await expect(host.page.getByText(en.stopped.notOwned)).toBeVisible()
  await expect(host.page.getByText(en.stopped.reason.terminal_not_connected.text)).toHaveCount(0)
  // Another try on it ends like this one: what can be done is what Enter does.
  await expect(host.page.getByRole('button', { name: en.stopped.tryAgain })).toHaveCount(0)
  await host.page.keyboard.press('Enter')
  const dialog = host.page.getByRole('dialog', { name: en.terminal.notice.not_owned.title })
  await expect(dialog).toBeVisible()
  await host.page.keyboard.press('Escape')
  await host.show({ ...snapshots['authorizing-offline'], ...away })
  await expect(host.page.getByText(en.running.terminalNotOwned)).toBeVisible()
})
