import type { MenuItemConstructorOptions } from 'electron'

interface MenuActions {
  readonly closeWindow: () => void
  /** Opens the page of who did what, behind its right, and verifies. */
  readonly verifyAudit: () => void
}

const words = {
  en: { verify: 'Verify who did what', quit: 'Quit Countertop' },
  es: { verify: 'Verificar quién hizo qué', quit: 'Salir de Countertop' },
  fr: { verify: 'Vérifier qui a fait quoi', quit: 'Quitter Countertop' },
} as const
type MenuLanguage = keyof typeof words
const isKnown = (language: string): language is MenuLanguage => language in words

/**
 * The app's menu. Electron's own has a Quit that closes the window unasked in the midst of a sale: here it closes the
 * window as a person does. Elsewhere than on macOS the menu is out of sight until Alt is pressed, and has no Quit.
 * @param locale of the computer, such as fr-CA
 */
export function appMenu(
  platform: NodeJS.Platform,
  locale: string,
  { closeWindow, verifyAudit }: MenuActions,
): MenuItemConstructorOptions[] {
  const language = locale.slice(0, 2)
  const { verify: label, quit } = words[isKnown(language) ? language : 'en']
  const verify: MenuItemConstructorOptions = { id: 'verify_audit', label, click: verifyAudit }
  if (platform !== 'darwin') return [{ label: 'Countertop', submenu: [verify] }]
  return [
    {
      label: 'Countertop',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        verify,
        { type: 'separator' },
        { role: 'hide' },
        { type: 'separator' },
        { label: quit, accelerator: 'Command+Q', click: closeWindow },
      ],
    },
    { role: 'editMenu' },
  ]
}
