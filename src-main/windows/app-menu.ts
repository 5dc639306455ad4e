import type { MenuItemConstructorOptions } from 'electron'

interface MenuActions {
  readonly closeWindow: () => void
  /** Opens the audit page, behind its right, and verifies. */
  readonly verifyAudit: () => void
}

const words = {
  en: { verify: 'Verify the activity log', quit: 'Quit Countertop' },
  es: { verify: 'Verificar el registro de actividad', quit: 'Salir de Countertop' },
  fr: { verify: 'Vérifier le journal d’activité', quit: 'Quitter Countertop' },
} as const
type MenuLanguage = keyof typeof words
const isKnown = (language: string): language is MenuLanguage => language in words

/**
 * The app's menu. Electron's own has a Quit that closes the window without asking during a sale; this one closes the
 * window as a person does. Except on macOS the menu is hidden until Alt is pressed, and has no Quit.
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
