import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'

/** Gives a page this size, in CSS pixels, and waits until it has it: Playwright answers a little earlier. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }) {
  await page.setViewportSize(size)
  await expect
    .poll(() => page.evaluate(() => ({ width: innerWidth, height: innerHeight })), 'the size of the page')
    .toEqual({ width: size.width, height: size.height })
}
