// Verifies the audit of a counter's folder (docs/decisions/0069).
//
//   npm run audit:verify -- --folder DIR [--json]

import { pathToFileURL } from 'node:url'
import { fromRoot } from './lib/paths.mjs'
import { bundleTypescript } from './lib/run-typescript.mjs'

const program = await bundleTypescript(fromRoot('src-main/audit/verify-command.ts'))
const { runVerifyCommand } = await import(pathToFileURL(program).href)
process.exitCode = await runVerifyCommand(process.argv.slice(2), process.env, console.log)
