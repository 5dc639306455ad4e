// Runs another app's main inside the same Electron and prints when its first window can be used, so that the product
// needs no hook for measurements. PROBE_MAIN: the main to import; PROBE_READY: an expression that is true on the page
// once it is ready.
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const { PROBE_MAIN: main = '', PROBE_READY: ready = 'true', PROBE_ROOT: root } = process.env

const untilReady = `new Promise((resolve) => {
  const look = () => (${ready}) ? requestAnimationFrame(() => resolve()) : setTimeout(look, 5)
  look()
})`

app.on('browser-window-created', (_event, window) => {
  window.webContents.once('dom-ready', async () => {
    await window.webContents.executeJavaScript(untilReady)
    console.log(JSON.stringify({ event: 'ready', at: Date.now() }))
  })
})

app.setAppPath(root ?? dirname(main))
await import(pathToFileURL(main).href)
