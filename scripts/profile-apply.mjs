// Applies a settings profile to a counter (docs/decisions/0083).
//
//   npm run profile:apply -- --folder DIR --profile FILE

import { pathToFileURL } from 'node:url'
import { fromRoot } from './lib/paths.mjs'
import { bundleTypescript } from './lib/run-typescript.mjs'

const program = await bundleTypescript(fromRoot('src-main/profile/profile-command.ts'))
const { runProfileCommand } = await import(pathToFileURL(program).href)
process.exitCode = await runProfileCommand(process.argv.slice(2), process.env, console.log)
