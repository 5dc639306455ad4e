// The smallest window with a process beside it that only waits, as a program with a service of its own has.
import { app, utilityProcess } from 'electron'
import './main.js'

app.whenReady().then(() => utilityProcess.fork(new URL('service.cjs', import.meta.url).pathname))
