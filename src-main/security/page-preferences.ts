import { app, type WebPreferences } from 'electron'

/** Preferences of every visible window; each adds its preload, contextIsolation, sandbox and nodeIntegration. */
export const pagePreferences = (): WebPreferences => ({
  webviewTag: false,
  disableBlinkFeatures: 'Auxclick',
  spellcheck: false,
  // Timers must run on in the background: displayed times must be right, and the virtual terminal must answer.
  backgroundThrottling: false,
  devTools: !app.isPackaged,
})
