import type { MenuItemConstructorOptions } from 'electron'

/**
 * The app's menu. Electron's own has a Quit that closes the window unasked in the midst of a sale: here it closes the
 * window as a person does. Null where a window needs no menu.
 */
export function appMenu(
  platform: NodeJS.Platform,
  closeWindow: () => void,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null
  return [
    {
      label: 'Countertop',
      submenu: [
        { role: 'about' },
        { type: 'separator' },
        { role: 'hide' },
        { type: 'separator' },
        { label: 'Quit Countertop', accelerator: 'Command+Q', click: closeWindow },
      ],
    },
    { role: 'editMenu' },
  ]
}
