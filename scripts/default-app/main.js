// The default app of the repackaged Electron. Runs the app in the given folder, as Electron's own default app does,
// after the modules that `-r` names. Everything is awaited at top level: otherwise `ready` would fire before the app's
// own code has run.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const args = process.argv.slice(1)
const isRequire = (/** @type {string | undefined} */ argument) =>
  argument === '-r' || argument === '--require'
const required = args.filter((_, index) => isRequire(args[index - 1]))
const target = args.find((argument, index) => !argument.startsWith('-') && !isRequire(args[index - 1]))

const folder = resolve(target ?? '.')
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
/** @typedef {{ setAppPath: (path: string) => void, setVersion: (version: string) => void }} Undocumented */
const running = /** @type {typeof app & Undocumented} */ (app)
running.setAppPath(folder)
running.setName(productName ?? name)
running.setVersion(version)
const require = createRequire(import.meta.url)
for (const module of required) require(resolve(module))
await import(pathToFileURL(join(folder, main)).href)
