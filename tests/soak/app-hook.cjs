// Loaded into main before the app: makes main and its service report their memory, and sets the bank's delay to 0.
const { join } = require('node:path')
const { app, ipcMain, utilityProcess } = require('electron')

let service = null
const soak = { ready: null, ask }
globalThis.soak = soak

async function ask(program, question, about) {
  if (program === 'main') return (await import('./node-memory.mjs')).answers[question](about)
  return new Promise((resolve) => {
    service.on('message', function answered(message) {
      if (message.question !== question) return
      service.off('message', answered)
      resolve(message.answer)
    })
    service.postMessage({ question, about })
  })
}

soak.pids = () => ({ main: process.pid, service: service.pid })
soak.listeners = () =>
  [process, app, ipcMain, service].reduce(
    (sum, one) => sum + one.eventNames().reduce((some, name) => some + one.listenerCount(name), 0),
    0,
  )

const fork = utilityProcess.fork.bind(utilityProcess)
utilityProcess.fork = (program, args, options) => {
  const env = { ...options.env, COUNTERTOP_SOAK_PROGRAM: program }
  service = fork(join(__dirname, 'service-hook.mjs'), [...args, '--bank-delay', '0'], { ...options, env })
  service.stdout.on('data', function read(chunk) {
    const ready = /\{"event":"ready".*\}/.exec(String(chunk))
    if (ready === null) return
    soak.ready = { ...JSON.parse(ready[0]), key: options.env.COUNTERTOP_PRIVATE_KEY }
    service.stdout.off('data', read)
  })
  return service
}
