// Builds what changed and starts the app; every further argument reaches it.
//
//   npm start               the point of sale and a virtual terminal
//   npm start -- --demo     a sale that plays itself, with a display or without

import { build } from './lib/build.mjs'
import { electronPath, hasDisplay, launchArgs, launchEnvironment, withDisplay } from './lib/electron.mjs'
import { fromRoot } from './lib/paths.mjs'
import { runForeground } from './lib/run.mjs'
import { runTypescript } from './lib/run-typescript.mjs'

const args = process.argv.slice(2)

const start = async () => {
  if (args.includes('--demo')) {
    const demoArgs = args.filter((argument) => argument !== '--demo')
    await build({ say: console.log })
    return withDisplay((env) => runTypescript(fromRoot('tests', 'demo', 'demo.ts'), demoArgs, env))
  }
  if (!hasDisplay()) {
    console.error(
      'There is no display here to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set).\n' +
        'To watch a sale without one: npm start -- --demo',
    )
    return 1
  }
  await build({ say: console.log })
  return runForeground(await electronPath(), launchArgs({ appArgs: args }), {
    env: launchEnvironment(process.env),
  })
}

process.exitCode = await start().catch((error) => {
  console.error(error.message)
  return 1
})
