// Builds what changed and starts the app.
//
//   npm start               the point of sale and a virtual terminal
//   npm start -- --demo     a sale that plays itself, with a display or without
//   npm start -- --currency CAD   a Canadian shop, with books and a training service of its own
//   npm start -- --help     all its options

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { startVirtualDisplay } from './lib/display.mjs'
import { pictureOfDisplay } from './lib/display-picture.mjs'
import { electronPath, hasDisplay, launchArgs, launchEnvironment, withDisplay } from './lib/electron.mjs'
import { fromCache, fromRoot } from './lib/paths.mjs'
import { runForeground } from './lib/run.mjs'
import { runTypescript } from './lib/run-typescript.mjs'

const pictureEveryMilliseconds = 2_000
const {
  values: { demo, keep, out, currency, 'apply-profile': profile },
  positionals: rest,
} = parseArgs({
  allowPositionals: true,
  options: {
    demo: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    out: { type: 'string' },
    currency: { type: 'string' },
    'apply-profile': { type: 'string' },
  },
})
const demoArgs = [...(keep ? ['--keep'] : []), ...(out === undefined ? [] : [`--out=${out}`])]
const args = [...(profile === undefined ? [] : [`--apply-profile=${profile}`]), ...rest]

/** @param {NodeJS.ProcessEnv} env @param {boolean} virtualDisplay */
const startApp = async (env, virtualDisplay) =>
  runForeground(await electronPath(), launchArgs({ appArgs: args, virtualDisplay }), {
    env: launchEnvironment(env),
  })

/** Without a visible window, the user gets a picture of it. */
const startOnVirtualDisplay = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countertop-display-'))
  const picture = fromCache('screen.png')
  await rm(picture, { force: true })
  const display = await startVirtualDisplay(folder)
  console.log(
    `There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set): the app runs on a virtual one, ${display.name}.\n` +
      `  What it shows: ${picture}, updated every ${pictureEveryMilliseconds / 1000} seconds\n` +
      '  A sale that plays itself, with pictures of each step: npm start -- --demo\n' +
      '  Ctrl+C ends it.',
  )
  const camera = setInterval(
    () =>
      pictureOfDisplay(folder, picture).catch((error) => {
        clearInterval(camera)
        console.error(`No picture of the display can be taken: ${error.message}`)
      }),
    pictureEveryMilliseconds,
  )
  try {
    return await startApp({ ...process.env, DISPLAY: display.name }, true)
  } finally {
    clearInterval(camera)
    await display.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const start = async () => {
  if (currency !== undefined) process.env.COUNTERTOP_CURRENCY = currency
  await build({ report: console.log })
  if (demo) {
    return withDisplay((env) => runTypescript(fromRoot('tests', 'demo', 'demo.ts'), demoArgs, env))
  }
  return hasDisplay() ? startApp(process.env, false) : startOnVirtualDisplay()
}

process.exitCode = await start().catch((error) => {
  console.error(error.message)
  return 1
})
