import en from '../../../src-renderer/i18n/en.json' with { type: 'json' }
import { snapshots } from '../../pictures/snapshots.ts'
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

test('a sale that stopped for it, and one that still runs, name it as well', async ({ host }) => {
  await host.show({ ...snapshots['stopped-not-connected'], ...away })
  await expect(
    host.page.getByRole('heading', { name: en.terminal.notice.not_owned.title }).first(),
  ).toBeVisible()
  await expect(host.page.getByText(en.stopped.notOwned)).toBeVisible()
  await expect(host.page.getByText(en.stopped.reason.terminal_not_connected.text)).toHaveCount(0)
  await host.show({ ...snapshots['authorizing-offline'], ...away })
  await expect(host.page.getByText(en.running.terminalNotOwned)).toBeVisible()
})
