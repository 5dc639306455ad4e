// What the repackaged Electron runs when it is given a folder: the app in it, as Electron's own default app
// does. Everything is awaited at top level, or `ready` would fire before the app's own code has run.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.')
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
/** @typedef {{ setAppPath: (path: string) => void, setVersion: (version: string) => void }} Undocumented */
const running = /** @type {typeof app & Undocumented} */ (app)
running.setAppPath(folder)
running.setName(productName ?? name)
running.setVersion(version)
await import(pathToFileURL(join(folder, main)).href)
