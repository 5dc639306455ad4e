// Packages the app into release/.
//
//   npm run package                   an unpacked program, on any machine, also without a network
//   npm run package -- --installers   this platform's installers (deb and AppImage, dmg, nsis); their makers
//                                     are fetched from the network
//
// In both cases the unpacked program is started once, to check that it shows its window.

import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from './lib/build.mjs'
import { electronRuntime } from './lib/electron.mjs'
import { pinnedElectronVersion } from './lib/electron-runtime.mjs'
import { fromRoot, projectRoot } from './lib/paths.mjs'
import { createProgress } from './lib/progress.mjs'
import { runOrThrow } from './lib/run.mjs'
import { writeThirdParty } from './lib/third-party.mjs'
import { verifyPackagedProgram } from './lib/verify-package.mjs'

/** electron-builder names the processor in the folder, except for x64. */
const suffix = process.arch === 'x64' ? '' : `-${process.arch}`
const programs = {
  linux: [`linux${suffix}-unpacked`, 'countertop'],
  darwin: [`mac${suffix}`, 'Countertop.app', 'Contents', 'MacOS', 'Countertop'],
  win32: [`win${suffix}-unpacked`, 'Countertop.exe'],
}

const progress = createProgress(process.stdout)
const installers = process.argv.includes('--installers')

const packageApp = async () => {
  const electron = await electronRuntime()
  const pinned = await pinnedElectronVersion()
  const isPinned = electron.version === pinned
  if (installers && !isPinned) {
    throw new Error(
      `Installers are for shops and are made with the pinned Electron ${pinned} only; here is ${electron.version}, which gets no more security updates.`,
    )
  }
  progress.line(`Packaging Countertop with Electron ${electron.version}`)
  await build({ production: true, report: progress.line })
  const packages = await writeThirdParty(electron.version)
  progress.line(`  ✓ ${packages} third-party packages: notices and a bill of materials written`)
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
  if (isPinned) return
  const warning = `NOT FOR A SHOP: this program runs on Electron ${electron.version}, because ${pinned} could not be fetched here. That version has known holes and gets no more security updates. Try the program out on this machine; for a shop, package it where ${pinned} can be fetched.`
  await writeFile(join(dirname(program), 'NOT-FOR-A-SHOP.txt'), `${warning}\n`)
  progress.line(`\n${warning}`)
}

await packageApp().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
