import { app, type WebPreferences } from 'electron'

/**
 * Of every window that a person sees: its page is alone with what its preload gives it.
 * @param preload absent: none
 */
export const pagePreferences = (preload?: string): WebPreferences => ({
  ...(preload === undefined ? {} : { preload }),
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  disableBlinkFeatures: 'Auxclick',
  spellcheck: false,
  // A timer that stands still because another window is in front would lie, and the virtual terminal answers meanwhile.
  backgroundThrottling: false,
  devTools: !app.isPackaged,
})
