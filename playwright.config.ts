import { defineConfig } from '@playwright/test'

/** End-to-end tests drive the real Electron app; each owns its user data, its windows and its service. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // They wait for windows, terminals and time limits as much as they compute.
  workers: 4,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Frame by frame a trace costs every test an eighth of its time; what a page held at each step is in it all the same.
  use: { trace: { mode: 'retain-on-failure', screenshots: false }, screenshot: 'only-on-failure' },
  reporter: [['list']],
})
