import { defineConfig } from '@playwright/test'
import { actionLimitMs } from './tests/support/action-limit.ts'

/** Drawn from made-up states, by one program for all that a worker runs: they wait for nothing but the processor. */
const screens = '**/screens/*.spec.ts'

/** End-to-end tests drive the real Electron app. Most share the shop of their worker (tests/e2e/support/worker.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // They wait for windows, terminals and time limits as much as they compute. More of them make each one late.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Limits are for what hangs: two busy cores may take three times as long as two that are not.
  timeout: 240_000,
  // As long as a machine that is busy with much else may need: a backup is sealed and read again in it.
  expect: { timeout: 45_000, toPass: { timeout: actionLimitMs } },
  // Screens come last: in small pieces they keep every worker busy to the end, where a flow of a minute keeps one.
  projects: [
    { name: 'flows', testIgnore: screens },
    { name: 'screens', testMatch: screens },
  ],
  // A trace costs every test an eighth of its time: what fails is tried again with one (scripts/test.mjs).
  use: {
    ...{ trace: 'off', screenshot: 'only-on-failure' },
    ...{ actionTimeout: actionLimitMs, navigationTimeout: actionLimitMs },
  },
  reporter: [['list']],
})
