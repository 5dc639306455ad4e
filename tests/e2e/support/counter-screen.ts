import { expect, type Page } from '@playwright/test'
import type { Settings } from '../../../src-shared/pos/settings/settings.ts'

/** Settings without a tip, so that Charge leads directly to the card. */
export const noTips: Partial<Settings> = { tip_presets: [], tip_custom: false, sounds: false }

export async function readyToSell(pos: Page): Promise<void> {
  await expect(terminalStatus(pos)).toContainText('Connected', { timeout: 45_000 })
}

/** The terminal status in the top bar: a button that opens what can be done about it. */
export const terminalStatus = (pos: Page) => pos.getByRole('status', { name: 'Terminal' })
