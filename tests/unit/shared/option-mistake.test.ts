import { expect, test } from 'vitest'
import { runFolderCommand } from '../../../src-main/process/folder-command.ts'
import { readCommand } from '../../../src-service/config/config.ts'
import { readArguments } from '../../../src-terminal/cli/arguments.ts'

const unknown = 'Unknown option --nope. --help lists the options.'

test('every command-line program answers an unknown option in plain words', async () => {
  expect(readCommand(['--nope'], {})).toEqual({ ok: false, error: unknown })
  expect(readArguments(['--nope'])).toEqual({ ok: false, error: unknown })
  const printed: string[] = []
  const run = () => Promise.resolve(0 as const)
  const code = await runFolderCommand({ usage: 'How.', options: {}, run }, ['--nope'], {}, (text) =>
    printed.push(text),
  )
  expect({ code, printed }).toEqual({ code: 2, printed: [`${unknown}\n\nHow.`] })
})

test('the message names an option that lacks its value or has one too many', () => {
  expect(readCommand(['--port', '--sandbox'], {})).toEqual({ ok: false, error: '--port takes a value.' })
  expect(readCommand(['--port'], {})).toEqual({ ok: false, error: '--port takes a value.' })
  expect(readCommand(['--sandbox=yes'], {})).toEqual({ ok: false, error: '--sandbox takes no value.' })
})
