import { expect, test } from 'vitest'
import { createDisplayArea } from '../../../../src-main/customer-display/display-area.ts'
import type { Settings } from '../../../../src-shared/pos/settings/settings.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { quietLog } from '../support/service.ts'

test('the display’s code is not loaded while it is off, nor before the first window is shown', async () => {
  let setting: Settings['customer_display'] = 'off'
  let opened = 0
  let followed = 0
  const area = createDisplayArea(
    () => ({ ...snapshots.ready, settings: { ...snapshots.ready.settings, customer_display: setting } }),
    async () => {
      opened += 1
      return {
        isShown: () => true,
        follow: () => {
          followed += 1
        },
        stop: () => undefined,
        snapshot: () => {
          throw new Error('not asked here')
        },
        chooseTip: () => false,
        sign: () => false,
        picture: async () => null,
      }
    },
    quietLog,
  )
  area.resume()
  area.follow()
  expect(opened).toBe(0)
  setting = 'screen'
  area.follow()
  area.follow()
  await expect.poll(area.isShown).toBe(true)
  expect(opened).toBe(1)
  area.follow()
  expect(followed).toBe(1)
  area.stop()
  expect(area.isShown()).toBe(false)
})
