// The smallest Electron program: one window with one word in it.
import { app, BrowserWindow } from 'electron'

app
  .whenReady()
  .then(() => new BrowserWindow({ width: 1280, height: 800 }).loadURL('data:text/html,<h1>ready</h1>'))
