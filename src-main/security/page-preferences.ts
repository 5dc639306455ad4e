import { app, type WebPreferences } from 'electron'

/** Of every window that a person sees, beside what each says itself: the preload, contextIsolation, sandbox, nodeIntegration. */
export const pagePreferences = (): WebPreferences => ({
  webviewTag: false,
  disableBlinkFeatures: 'Auxclick',
  spellcheck: false,
  // A timer that stands still because another window is in front would lie, and the virtual terminal answers meanwhile.
  backgroundThrottling: false,
  devTools: !app.isPackaged,
})
