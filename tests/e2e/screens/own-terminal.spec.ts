import staff from '../../../src-renderer/i18n/staff.en.json' with { type: 'json' }
import { installerScenes } from '../../pictures/installer-scenes.ts'
import { snapshots } from '../../pictures/snapshots.ts'
import { expect, test } from '../support/screens.ts'

test('the list of terminals shows the counter’s own as the counter does, also while the list is looked up again', async ({
  host,
}) => {
  const scene = installerScenes.terminals
  await host.showScene(scene)
  const front = host.page.locator('[data-hsn="VT-10001"]')
  const other = host.page.locator('[data-hsn="VT-2001"]')
  await expect(front).toContainText(staff.terminals.ours)
  await expect(other).not.toContainText(staff.terminals.ours)
  await host.change({ ...scene.snapshot, terminal: { ...snapshots.ready.terminal, hsn: 'VT-2001' } as never })
  await expect(other).toContainText(staff.terminals.ours)
  await expect(other).toContainText('in session until')
  await expect(front).not.toContainText(staff.terminals.ours)
})
