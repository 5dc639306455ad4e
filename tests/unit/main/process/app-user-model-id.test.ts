import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'
import { appUserModelId } from '../../../../src-main/process/app-user-model-id.ts'

test('the window belongs to the shortcut of the installer: both have the same id', () => {
  const [, id] = /^appId: (\S+)$/m.exec(readFileSync(fromRoot('electron-builder.yml'), 'utf8')) ?? []
  expect(appUserModelId).toBe(id)
})
