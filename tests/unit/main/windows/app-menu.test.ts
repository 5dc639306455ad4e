import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { appMenu } from '../../../../src-main/windows/app-menu.ts'

function menuOf(platform: NodeJS.Platform, locale = 'en-US') {
  const done: string[] = []
  const menu = appMenu(platform, locale, {
    closeWindow: () => void done.push('closed'),
    verifyAudit: () => void done.push('verified'),
  })
  const items = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  const press = (item: MenuItemConstructorOptions | undefined) =>
    item?.click?.({} as never, undefined, {} as never)
  return { items, press, done }
}

describe('the app’s menu', () => {
  test.each(['linux', 'win32'] as const)('the menu has no Quit on %s', (platform) => {
    const { items } = menuOf(platform)
    expect(items.map(({ id }) => id)).toEqual(['verify_audit'])
  })

  test('Quit in the menu on macOS closes the window, which asks first during a sale', () => {
    const { items, press, done } = menuOf('darwin')
    expect(items.map(({ role }) => role)).not.toContain('quit')
    press(items.find(({ accelerator }) => accelerator === 'Command+Q'))
    expect(done).toEqual(['closed'])
  })

  test.each([
    ['en-US', 'Verify the activity log'],
    ['es-MX', 'Verificar el registro de actividad'],
    ['fr-CA', 'Vérifier le journal d’activité'],
    ['de-DE', 'Verify the activity log'],
  ])('the menu verifies the audit log, in the language of %s', (locale, label) => {
    for (const platform of ['darwin', 'linux'] as const) {
      const { items, press, done } = menuOf(platform, locale)
      const item = items.find(({ id }) => id === 'verify_audit')
      expect(item?.label).toBe(label)
      press(item)
      expect(done).toEqual(['verified'])
    }
  })
})
