// The least window, and beside it a process that waits: what a program with a service of its own begins with.
import { app, utilityProcess } from 'electron'
import './main.js'

app.whenReady().then(() => utilityProcess.fork(new URL('service.cjs', import.meta.url).pathname))
