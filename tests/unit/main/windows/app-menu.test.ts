import { describe, expect, test } from 'vitest'
import { appMenu } from '../../../../src-main/windows/app-menu.ts'

describe('the menu of the app', () => {
  test.each(['linux', 'win32'] as const)('the app has no menu, and so no Quit, on %s', (platform) => {
    expect(appMenu(platform, () => {})).toBeNull()
  })

  test('the menu on macOS quits by closing the window, which asks in the midst of a sale', () => {
    let closed = 0
    const menu = appMenu('darwin', () => {
      closed += 1
    })
    const items = (menu ?? []).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    expect(items.map(({ role }) => role)).not.toContain('quit')
    const quit = items.find(({ accelerator }) => accelerator === 'Command+Q')
    quit?.click?.({} as never, undefined, {} as never)
    expect(closed).toBe(1)
  })
})
