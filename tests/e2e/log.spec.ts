import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { launchApp } from './support/app.ts'
import { test } from './support/counter.ts'

test('the built program writes its log, beginning when its page is shown', async () => {
  const app = await launchApp({ env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none' } })
  try {
    const file = join(app.userData, 'logs', 'main.log')
    const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
    await expect.poll(log).toContain('"app.page_shown"')
    expect(log()).toContain('app://pos/index.html')
  } finally {
    await app.close()
  }
})
